import KymoBridge
import KymoCore
import KymoText

extension CallValue {
  /// The value for people: a text in quotes, JSON as it is.
  var text: String {
    switch self {
    case .none: "null"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): NumberText.shortest(value)
    case .vector(let x, let y, let z):
      "[" + [x, y, z].map { NumberText.shortest($0) }.joined(separator: ", ") + "]"
    case .text(let text): "\"" + text + "\""
    case .json(let text): text
    case .request(_, let sequence): "request \(sequence)"
    case .controller: "controller"
    }
  }

  /// The value for programs: what it is, and the value as JSON has it; arrays and objects as their text.
  var json: JSONText {
    switch self {
    case .none: Self.json("null", .null)
    case .boolean(let value): Self.json("boolean", JSONText(value))
    case .integer(let value): Self.json("integer", JSONText(value))
    case .number(let value): Self.json("number", JSONText(value))
    case .vector(let x, let y, let z):
      Self.json("vector", JSONText([x, y, z].map { JSONText($0) }))
    case .text(let text): Self.json("text", JSONText(text))
    case .json(let text): Self.json("json", JSONText(text))
    case .request(_, let sequence): Self.json("request", JSONText(Int(sequence)))
    case .controller: Self.json("controller", .null)
    }
  }

  private static func json(_ kind: String, _ value: JSONText) -> JSONText {
    ["kind": JSONText(kind), "value": value]
  }
}
