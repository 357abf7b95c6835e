/// What the recorder of a page wrote on a phone: the page's calls, each with its replies.
public struct PhoneLog: Equatable, Sendable {
  /// How many bytes a file may have.
  public static var maximumBytes: Int { 256 << 20 }

  /// The calls, in the order of their numbers.
  public internal(set) var calls: [PhoneCall] = []
  /// The recorder's name for the session; nil if the file has no header.
  public internal(set) var session: String?
  /// The page's user agent.
  public internal(set) var userAgent: String?
  /// `ios`, `android` or `other`.
  public internal(set) var platform: String?
  /// How many lines the recorder has dropped, as it says itself.
  public internal(set) var lost: UInt64 = 0
  /// How many lines cannot be read, and the first of them, from 1.
  public internal(set) var malformed = Malformed()
  /// How many replies answer calls that are not here, since their lines were dropped.
  public internal(set) var strayReplies = 0
  /// How many things native code raised by itself.
  public internal(set) var events = 0
  /// How many calls have no name.
  public internal(set) var nameless = 0
  /// How many calls the platform takes for itself here: listeners, buttons, the console, prompts.
  public internal(set) var ofPlatform = 0

  /// The numbers of lines that are not here, ascending: they were dropped, or cannot be read.
  var gaps: [Range<Int64>] = []

  /// Lines that cannot be read.
  public struct Malformed: Equatable, Sendable {
    /// How many there are.
    public var count = 0
    /// The number of the first, from 1.
    public var line = 0
  }

  /// How many replies the calls have.
  public var replies: Int { calls.reduce(0) { $0 + $1.replies.count } }

  /// Whether a text begins with the recorder's header.
  package static func isOne(_ head: [UInt8]) -> Bool {
    let start = head.firstIndex { $0 > UInt8(ascii: " ") && $0 < 0x80 } ?? head.endIndex
    return head[start...].starts(with: #"{"kymo":"recorder""#.utf8)
  }

  /// Reads a file to its end.
  ///
  /// Lines that cannot be read are left out, and counted.
  ///
  /// - Parameter bytes: the whole file.
  /// - Throws: ``PhoneLogError`` if it is no file of the recorder.
  public init(_ bytes: [UInt8]) throws(PhoneLogError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var rest = bytes[...]
    if rest.starts(with: mark) { rest = rest.dropFirst(mark.count) }
    guard Self.isOne(Array(rest.prefix(64))) else { throw .noHeader }
    var reader = PhoneLogReader()
    var number = 0
    while !rest.isEmpty {
      number += 1
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      reader.read(rest[..<(end ?? rest.endIndex)], number: number)
      rest = end.map { rest[($0 + 1)...] } ?? []
    }
    self = reader.finish()
  }

  /// Nothing yet.
  init() {}
}

/// Why a file is none of a page's recorder.
public enum PhoneLogError: Error, Equatable, CustomStringConvertible {
  /// Its first line is not the recorder's header.
  case noHeader

  /// The reason in words.
  public var description: String {
    "it is no file of kymo-recorder.js, whose first line begins with {\"kymo\":\"recorder\""
  }
}
