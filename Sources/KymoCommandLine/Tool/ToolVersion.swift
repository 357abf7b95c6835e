package import KymoText

/// The answer of a tool to `--version`.
package struct ToolVersion: Sendable {
  /// For people: the name and the version.
  let line: String
  /// For programs; made when it is asked for.
  let document: @Sendable () -> JSONText

  /// Says who the tool is, in a line and in a document with a schema.
  package init(line: String, document: @escaping @Sendable () -> JSONText) {
    self.line = line
    self.document = document
  }
}
