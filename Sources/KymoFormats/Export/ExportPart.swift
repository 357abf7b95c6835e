/// One file of an export.
public final class ExportPart {
  /// The name in the folder or archive; empty if the export is one file.
  public let name: String
  /// The text that was not handed over so far.
  public let text = ExportText()
  /// Whether it has something: a file that nothing was put into is not made.
  public var isBegun = false

  /// Names a file.
  public init(_ name: String = "") { self.name = name }
}
