/// A text that may name the tool: `"see \(.tool) inspect"`.
///
/// Who writes it need not know what the tool is called.
struct ToolText: Equatable, Sendable, ExpressibleByStringInterpolation {
  /// The place of the tool's name.
  enum Name {
    case tool
  }

  /// The text before the first place of the name, between two of them, and behind the last.
  private let parts: [String]

  /// A text that does not name the tool.
  init(_ text: String) { parts = [text] }

  init(stringLiteral value: String) { parts = [value] }

  init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// The text for a tool of this name.
  func text(tool: String) -> String { parts.joined(separator: tool) }

  /// Collects the parts of a literal.
  struct StringInterpolation: StringInterpolationProtocol {
    var parts = [""]

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { parts[parts.count - 1] += literal }

    mutating func appendInterpolation(_ name: Name) { parts.append("") }

    mutating func appendInterpolation(_ text: ToolText) {
      parts[parts.count - 1] += text.parts[0]
      parts += text.parts.dropFirst()
    }

    mutating func appendInterpolation<Value>(_ value: Value) {
      parts[parts.count - 1] += "\(value)"
    }
  }
}
