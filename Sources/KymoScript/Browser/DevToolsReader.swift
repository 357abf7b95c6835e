import KymoBridge
import KymoText

/// Takes what a browser sends apart: messages of JSON, each with a zero behind it.
struct DevToolsReader: ~Copyable {
  /// The longest message, in bytes.
  static var maximumBytes: Int { 64 << 20 }

  private let limit: Int
  private var document: JSONDocument
  private var bytes: [UInt8] = []
  /// Where the first message begins that was not taken, and up to where no zero was found.
  private var (start, searched) = (0, 0)

  /// A reader.
  ///
  /// - Parameter limit: the longest message, in bytes.
  init(limit: Int = Self.maximumBytes) {
    self.limit = limit
    document = JSONDocument(limits: BridgeLimits(messageBytes: limit))
  }

  /// Adds bytes that have come, however they were split.
  mutating func add(_ more: [UInt8]) {
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity < 1 << 20)
      (start, searched) = (0, 0)
    } else if start > 1 << 16, start * 2 > bytes.count {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes += more
  }

  /// The next whole message; nil if more bytes are needed.
  ///
  /// - Throws: that it is too long, or no JSON object.
  mutating func next() throws(DevToolsError) -> JSONText? {
    guard let end = bytes[searched...].firstIndex(of: 0) else {
      searched = bytes.count
      guard bytes.count - start <= limit else { throw .tooLong(limit: limit) }
      return nil
    }
    let message = bytes[start..<end]
    (start, searched) = (end + 1, end + 1)
    guard message.count <= limit else { throw .tooLong(limit: limit) }
    guard let value = read(String(decoding: message, as: UTF8.self)), case .object = value else {
      throw .malformed(String(decoding: message.prefix(100), as: UTF8.self).printable)
    }
    return value
  }

  /// A text as JSON; nil if it is none.
  mutating func read(_ text: String) -> JSONText? {
    do throws(JSONError) { try document.parse(text) } catch { return nil }
    return Self.text(document.root, document)
  }

  private static func text(_ value: JSONValue, _ document: borrowing JSONDocument) -> JSONText {
    switch document.kind(of: value) {
    case .null: return .null
    case .bool: return .bool(document.bool(of: value) ?? false)
    case .integer: return .integer(document.integer(of: value) ?? 0)
    case .unsigned: return .unsigned(document.unsigned(of: value) ?? 0)
    case .double: return .number(document.number(of: value) ?? .nan)
    case .string: return .string(document.string(of: value) ?? "")
    case .array:
      var values: [JSONText] = []
      var cursor = document.cursor(over: value)
      while let element = cursor.next(in: document) { values.append(text(element, document)) }
      return .array(values)
    case .object:
      var members: [JSONMember] = []
      var cursor = document.cursor(over: value)
      while let member = cursor.nextMember(in: document) {
        members.append(
          JSONMember(document.string(of: member.name) ?? "", text(member.value, document))
        )
      }
      return .object(members)
    }
  }
}

/// What a message holds, by name.
extension JSONText {
  /// A member; `null` if there is none.
  subscript(name: String) -> JSONText {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.key == name }?.value ?? .null
  }

  var asText: String? { if case .string(let text) = self { text } else { nil } }

  var asNumber: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  var asTruth: Bool { self == .bool(true) }

  var asList: [JSONText] { if case .array(let values) = self { values } else { [] } }
}
