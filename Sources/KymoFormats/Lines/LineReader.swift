package import KymoRecording

/// Reads a text a line at a time, as bytes, without making strings of it.
///
/// It understands LF and CRLF, a byte order mark, and a last line without an end. Lines beyond a limit are passed
/// over and counted, whatever their length.
package struct LineReader {
  /// The bytes at hand: the whole file, or the part of it in which the current line is.
  package private(set) var bytes: [UInt8]
  /// The place of the current line in ``bytes``, without its end.
  package private(set) var range = 0..<0
  /// The 1-based number of the current line; 0 before the first.
  package private(set) var line = 0
  /// Whether the file ended right behind the current line, without the end of a line.
  package private(set) var isCutOff = false
  /// How many lines were too long, and the number of the first.
  package private(set) var tooLong = (count: 0, line: 0)

  private let limit: Int
  private var source: (any ImportByteReader)?
  /// Where the next line begins.
  private var position = 0
  /// Where the end of the next line is looked for.
  private var scanned = 0
  /// Whether the beginning of the next line is gone, since it is too long.
  private var isWithinLongLine = false

  /// How much is read at a time, in bytes.
  private static let blockBytes = 1 << 17
  private static let lineFeed = UInt8(ascii: "\n")

  /// Stands before the first line of a file.
  ///
  /// - Throws: ``ImportError`` when it cannot be read.
  package init(_ file: ImportFile, maximumLineBytes: Int) throws(ImportError) {
    limit = maximumLineBytes
    source = try file.content?.open()
    bytes = []
    if source == nil { bytes = file.bytes } else { try refill() }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    scanned = position
  }

  /// Goes to the next line; false at the end of the file.
  ///
  /// - Throws: ``ImportError`` when the file cannot be read on.
  /// - Complexity: O(*n*), where *n* is the length of the line in bytes.
  package mutating func next() throws(ImportError) -> Bool {
    while true {
      if let end = Self.lineEnd(bytes.span, from: scanned) {
        let start = position
        position = end + 1
        scanned = position
        line += 1
        if take(start, end) { return true }
        continue
      }
      scanned = bytes.count
      if scanned - position > limit {
        isWithinLongLine = true
        position = scanned
      }
      guard source != nil else {
        guard position < bytes.count || isWithinLongLine else { return false }
        let start = position
        position = bytes.count
        line += 1
        isCutOff = true
        return take(start, bytes.count)
      }
      try refill()
    }
  }

  /// Makes a line the current one; false if it is too long.
  private mutating func take(_ start: Int, _ end: Int) -> Bool {
    guard !isWithinLongLine, end - start <= limit else {
      isWithinLongLine = false
      if tooLong.count == 0 { tooLong.line = line }
      tooLong.count += 1
      return false
    }
    let hasReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
    range = start..<(hasReturn ? end - 1 : end)
    return true
  }

  /// Reads on, and lets go of what lies behind.
  private mutating func refill() throws(ImportError) {
    guard let source else { return }
    bytes.removeSubrange(..<position)
    scanned -= position
    position = 0
    let goal = bytes.count + Self.blockBytes
    while bytes.count < goal {
      let before = bytes.count
      try source.read(goal - before, into: &bytes)
      if bytes.count == before {
        self.source = nil
        return
      }
    }
  }

  /// The place of the next line feed; nil if there is none.
  private static func lineEnd(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    let pattern = ByteWord.repeated(lineFeed)
    var place = start
    while place &+ 8 <= bytes.count {
      let found = ByteWord.matches(bytes.word(at: place), pattern)
      if found != 0 { return place &+ found.trailingZeroBitCount &>> 3 }
      place &+= 8
    }
    while place < bytes.count {
      if bytes[place] == lineFeed { return place }
      place &+= 1
    }
    return nil
  }
}
