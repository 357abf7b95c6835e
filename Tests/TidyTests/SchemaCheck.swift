/// That every document which says what it is has a published schema of that name.
enum SchemaCheck {
  /// What is hashed, and written nowhere.
  private static let keys: Set = ["kymograph.build/2", "kymograph.scratch/1", "kymograph.task/1"]

  /// The names of documents that a source makes, with the lines.
  static func names(in file: SourceFile) -> [(name: String, line: Int)] {
    file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .flatMap { index, line in
        line.contains("///")
          ? []
          : line.matches(of: /"(kymograph\.[a-z.-]+\/[0-9]+)"/).map { (String($0.1), index + 1) }
      }
  }

  /// The documents without a schema.
  ///
  /// - Parameters:
  ///   - file: a source.
  ///   - schema: the published schema of a name, as text; nil if there is none.
  /// - Returns: each.
  static func violations(in file: SourceFile, schema: (String) -> String?) -> [Violation] {
    names(in: file).filter { !keys.contains($0.name) }.compactMap { name, line in
      let short = String(name.dropFirst("kymograph.".count).prefix { $0 != "/" })
      let isPublished = schema(short)?.contains("\"\(name)\"") ?? false
      return isPublished
        ? nil
        : Violation(file.path, line, "\(name) has no schema: see kymo --print-schema \(short)")
    }
  }
}
