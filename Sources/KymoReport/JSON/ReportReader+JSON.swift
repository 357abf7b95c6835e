import KymoBridge
import KymoText

extension ReportReader {
  /// A value as it is, to be written again.
  ///
  /// - Complexity: O(bytes).
  func json(of value: JSONValue) -> JSONText {
    switch document.kind(of: value) {
    case .null: return .null
    case .bool: return .bool(document.bool(of: value) ?? false)
    case .integer: return JSONText(document.integer(of: value))
    case .unsigned: return document.unsigned(of: value).map { .unsigned($0) } ?? .null
    case .double: return JSONText(document.number(of: value))
    case .string: return JSONText(document.string(of: value))
    case .array:
      var elements: [JSONText] = []
      var cursor = document.cursor(over: value)
      while let element = cursor.next(in: document) { elements.append(json(of: element)) }
      return .array(elements)
    case .object:
      var members: [JSONMember] = []
      var cursor = document.cursor(over: value)
      while let (name, member) = cursor.nextMember(in: document) {
        members.append(JSONMember(document.string(of: name) ?? "", json(of: member)))
      }
      return .object(members)
    }
  }
}
