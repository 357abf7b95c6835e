/// Whatever of others is linked, run or installed has a row that says its licence and what it is for.
enum ThirdPartyCheck {
  /// The packages that lists of the Makefile, the manifest and the requirements of Python name.
  static func packages(manifest: String, makefile: String, requirements: String) -> Set<String> {
    var names = Set(manifest.matches(of: /debianPackage: "([\w.+-]+)"/).map { String($0.1) })
    for list in makefile.matches(of: /(?m)^\w*PACKAGES := ((?:\\\n|[^\n\\])*)/) {
      names.formUnion(list.1.split { " \t\n\\".contains($0) }.map(String.init))
    }
    names.formUnion(requirements.matches(of: /(?m)^([\w.-]+)==/).map { String($0.1) })
    return names
  }

  /// The packages without a row, and the rows without a licence or a purpose.
  static func violations(in page: SourceFile, packages: Set<String>) -> [Violation] {
    var missing = packages
    var violations: [Violation] = []
    for (index, line) in page.text.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated() where line.hasPrefix("| ")
    {
      let cells = line.split(separator: "|").map { $0.split(separator: " ") }
      missing.subtract(
        (cells.first ?? []).flatMap { $0.split { ",()".contains($0) } }.map(String.init)
      )
      if cells.count < 3 || cells.contains(where: \.isEmpty) {
        violations.append(Violation(page.path, index + 1, "a licence or a purpose is missing"))
      }
    }
    return violations
      + missing.sorted().map {
        Violation(page.path, 0, "\($0) has no row: say its licence, and what it is for")
      }
  }
}
