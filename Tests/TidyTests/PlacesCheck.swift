/// What pages for contributors say is there: files, types, and the table of the targets.
enum PlacesCheck {
  /// Links to files, and paths in backticks, that lead nowhere.
  static func violations(paths page: SourceFile, isThere: (String) -> Bool) -> [Violation] {
    let link = /\]\(([\w.\/+-]+)(?:#[^)]*)?\)/
    let path = /`((?:Sources|Tests|Benchmarks|Examples|Recordings|\.ci)\/[\w.\/+-]+)`/
    let folder = page.path.split(separator: "/").dropLast().map { "\($0)/" }.joined()
    return lines(of: page).flatMap { number, line in
      (line.matches(of: link).map { folder + $0.1 } + line.matches(of: path).map { String($0.1) })
        .filter { !isThere($0) }
        .map { Violation(page.path, number, "\($0) is not there") }
    }
  }

  /// Names of types in backticks that no source declares.
  static func violations(types page: SourceFile, declared: Set<String>) -> [Violation] {
    lines(of: page).flatMap { number, line in
      line.matches(of: /`([A-Z][a-z]\w*|[A-Z]{2,}[a-z]\w*)`/)
        .filter { !declared.contains(String($0.1)) }
        .map { Violation(page.path, number, "no source declares \($0.1)") }
    }
  }

  /// Libraries that the table of a page lacks, has in another layer, or has although they are gone.
  static func violations(targets page: SourceFile, table: PackageTable) -> [Violation] {
    var layers: [String: Int] = [:]
    for (_, line) in lines(of: page) {
      guard let row = line.firstMatch(of: /^\| (\d) \| ([\w, ]+) \|/) else { continue }
      for name in row.2.split(separator: ", ") { layers[String(name)] = Int(row.1) }
    }
    let wrong = table.libraries.compactMap { library -> String? in
      let layer = layers.removeValue(forKey: library.name)
      if layer == library.layer { return nil }
      return "\(library.name) of layer \(library.layer) is "
        + (layer.map { "listed under \($0)" } ?? "not in the table")
    }
    return (wrong + layers.keys.sorted().map { "\($0) is in the table, and not in Package.swift" })
      .map { Violation(page.path, 0, $0) }
  }

  /// The names of the types that `files` declare.
  static func declaredTypes(in files: [SourceFile]) -> Set<String> {
    let keywords: Set = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    var found: Set<String> = []
    for file in files {
      let words = file.code.words
      for (word, next) in zip(words, words.dropFirst()) where keywords.contains(word.word) {
        found.insert(next.word)
      }
    }
    return found
  }

  private static func lines(of page: SourceFile) -> [(Int, Substring)] {
    page.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { ($0 + 1, $1) }
  }
}
