/// A JSON document that is always written the same way: keys in the order given, two spaces.
///
/// Reports are written as literals:
///
///     let report: JSONText = ["schema": "kymograph.inspect/1", "events": JSONText(count)]
///
/// Numbers are the shortest text that reads back as the same value; NaN and the infinities, which
/// JSON cannot say, become `null`.
public indirect enum JSONText: Equatable, Sendable {
  /// Nothing.
  case null
  /// A truth value.
  case bool(Bool)
  /// A signed whole number.
  case integer(Int64)
  /// An unsigned whole number.
  case unsigned(UInt64)
  /// A number.
  case number(Double)
  /// Text.
  case string(String)
  /// Values in order.
  case array([JSONText])
  /// Members in order; keys must not repeat.
  case object([JSONMember])

  /// Wraps a whole number.
  public init(_ value: Int) { self = .integer(Int64(value)) }
  /// Wraps a whole number.
  public init(_ value: Int64) { self = .integer(value) }
  /// Wraps a whole number.
  public init(_ value: UInt64) { self = .unsigned(value) }
  /// Wraps a number.
  public init(_ value: Double) { self = .number(value) }
  /// Wraps text.
  public init(_ value: String) { self = .string(value) }
  /// Wraps a truth value.
  public init(_ value: Bool) { self = .bool(value) }
  /// Wraps a list.
  public init(_ values: [JSONText]) { self = .array(values) }
  /// Wraps text that may be missing.
  public init(_ value: String?) { self = value.map { .string($0) } ?? .null }
  /// Wraps a number that may be missing.
  public init(_ value: Double?) { self = value.map { .number($0) } ?? .null }
  /// Wraps a whole number that may be missing.
  public init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
  /// Wraps a whole number that may be missing.
  public init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }

  /// The document, pretty-printed, with a final newline.
  public var text: String {
    var writer = JSONTextWriter()
    writer.write(self, depth: 0)
    return writer.text + "\n"
  }

  /// The document on one line, without spaces, with a final newline.
  public var compactText: String { line + "\n" }

  /// The document on one line, without spaces and without a newline.
  public var line: String {
    var writer = JSONTextWriter()
    writer.isCompact = true
    writer.write(self, depth: 0)
    return writer.text
  }
}
