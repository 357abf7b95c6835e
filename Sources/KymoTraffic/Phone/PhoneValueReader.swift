import KymoBridge

/// Reads values that crossed a bridge.
struct PhoneValueReader: ~Copyable {
  private var document = JSONDocument(limits: BridgeLimits(messageBytes: CallLog.lineBytes))

  /// Reads a value; nil stands for nothing.
  ///
  /// What is no JSON is a text: calls of some bridges are texts.
  mutating func read(_ json: String?) -> PhoneValue {
    guard let json else { return .nothing }
    do { try document.parse(json) } catch { return .text(json) }
    return opened(Self.value(document, document.root), depth: 0)
  }

  private static func value(_ document: borrowing JSONDocument, _ value: JSONValue) -> PhoneValue {
    switch document.kind(of: value) {
    case .null: return .nothing
    case .bool: return .bool(document.bool(of: value) ?? false)
    case .integer, .unsigned, .double: return .number(document.number(of: value) ?? 0)
    case .string: return .text(document.string(of: value) ?? "")
    case .array:
      var values: [PhoneValue] = []
      var cursor = document.cursor(over: value)
      while let element = cursor.next(in: document) { values.append(Self.value(document, element)) }
      return .list(values)
    case .object:
      var members: [PhoneValue.Member] = []
      var cursor = document.cursor(over: value)
      while let member = cursor.nextMember(in: document) {
        let name = document.string(of: member.name) ?? ""
        members.append(PhoneValue.Member(name: name, value: Self.value(document, member.value)))
      }
      return .members(members)
    }
  }

  /// How many texts of JSON may lie within each other.
  private static let deepest = 8

  /// Reads texts that are JSON themselves: the recorder writes such anew when it hides something in them.
  private mutating func opened(_ value: PhoneValue, depth: Int) -> PhoneValue {
    guard depth < Self.deepest else { return value }
    switch value {
    case .nothing, .bool, .number, .inner: return value
    case .text(let text):
      guard let first = text.utf8.first(where: { $0 > UInt8(ascii: " ") }),
        first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
        (try? document.parse(text)) != nil
      else { return value }
      return .inner(opened(Self.value(document, document.root), depth: depth + 1))
    case .list(let values):
      var made: [PhoneValue] = []
      for value in values { made.append(opened(value, depth: depth)) }
      return .list(made)
    case .members(let members):
      var made: [PhoneValue.Member] = []
      for member in members {
        made.append(
          PhoneValue.Member(name: member.name, value: opened(member.value, depth: depth))
        )
      }
      return .members(made)
    }
  }
}
