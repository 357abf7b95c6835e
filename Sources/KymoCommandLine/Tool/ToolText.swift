/// A text that may name the tool: `"see \(.tool) inspect"`.
///
/// Its writer need not know what the tool is called.
package struct ToolText: Equatable, Sendable, ExpressibleByStringInterpolation {
  /// The place of the tool's name.
  package enum Name {
    case tool
  }

  /// The text before the first place of the name, between two of them, and behind the last.
  private let parts: [String]

  /// A text that does not name the tool.
  package init(_ text: String) { parts = [text] }

  package init(stringLiteral value: String) { parts = [value] }

  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// The text for a tool of this name.
  package func text(tool: String) -> String { parts.joined(separator: tool) }

  /// Collects the parts of a literal.
  package struct StringInterpolation: StringInterpolationProtocol {
    package var parts = [""]

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { parts[parts.count - 1] += literal }

    package mutating func appendInterpolation(_ name: Name) { parts.append("") }

    package mutating func appendInterpolation(_ text: ToolText) {
      parts[parts.count - 1] += text.parts[0]
      parts += text.parts.dropFirst()
    }

    package mutating func appendInterpolation<Value>(_ value: Value) {
      parts[parts.count - 1] += "\(value)"
    }
  }
}
