/// Every `import` of a target is one that Package.swift allows it.
struct ImportCheck {
  /// Modules of the toolchain that every target may import.
  static let everywhere: Set<String> = ["Swift", "Synchronization", "Glibc"]

  /// The name of the command-line tool, which is a line over what the manifest lets it import.
  static let tool = "kymo"

  /// The table to hold imports against.
  let table: PackageTable

  /// The imports of `files` that are not allowed.
  func violations(in files: [SourceFile]) -> [Violation] {
    files.flatMap { file in
      Self.imports(of: file).compactMap { line, module in
        allowed(for: file.target).contains(module)
          ? nil : Violation(file.path, line, "\(file.target) must not import \(module)")
      }
    }
  }

  /// The modules that a target may import.
  func allowed(for target: String) -> Set<String> {
    if target == Self.tool { return Self.everywhere.union(table.toolImports) }
    let declared = table.libraries.first { $0.name == target }?.imports ?? []
    return Self.everywhere.union(declared)
  }

  /// The files of `files` in which a library for other packages shows what only this package has.
  ///
  /// Whoever depends on the library could not name those types.
  func exposures(in files: [SourceFile]) -> [Violation] {
    let hidden = table.libraries.filter(\.isHidden).map(\.name)
    let isExported = Set(table.libraries.filter { !$0.isHidden }.map(\.name))
    return files.filter { isExported.contains($0.target) }.flatMap { file in
      file.code.lines.enumerated().compactMap { index, line in
        let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
        guard words.contains("public"), words.contains("import"),
          let module = hidden.first(where: { words.contains($0) })
        else { return nil }
        return Violation(file.path, index + 1, "\(file.target) shows \(module), which is hidden")
      }
    }
  }

  /// Every module that a file imports, and where.
  static func imports(of file: SourceFile) -> [(line: Int, module: String)] {
    let kinds: Set<String> = [
      "struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor",
    ]
    return file.code.lines.enumerated().flatMap { index, line in
      line.split(separator: ";").compactMap { statement -> (line: Int, module: String)? in
        let words = statement.split { $0 == " " || $0 == "\t" }.map(String.init)
        guard let place = words.firstIndex(of: "import"),
          words[..<place].allSatisfy({ modifiers.contains($0) || $0.hasPrefix("@") })
        else { return nil }
        let names = words[(place + 1)...].drop { kinds.contains($0) }
        guard let module = names.first?.split(separator: ".").first else { return nil }
        return (line: index + 1, module: String(module))
      }
    }
  }

  private static let modifiers: Set<String> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
}
