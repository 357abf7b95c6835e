import Foundation

/// The libraries of Package.swift, read from its text.
struct PackageTable {
  /// One line of the table.
  struct Library {
    let name: String
    let layer: Int
    /// Whether other packages may not depend on it.
    let isHidden: Bool
    let imports: [String]
  }

  /// The Swift libraries.
  let libraries: [Library]
  /// What the executable may import.
  let toolImports: [String]
  /// The modules of C libraries.
  let cModules: [String]
  /// The modules that put a C header before a library of C++, and are compiled here.
  let cShims: [String]

  /// Reads the table.
  ///
  /// - Throws: an error if the text holds no table, so that a changed manifest cannot pass unread.
  init(_ manifest: String) throws {
    let library =
      /[^C]Library\(\s*name:\s*"(\w+)",\s*layer:\s*(\d+)(?:,\s*kind:\s*\.(\w+))?(?:,\s*imports:\s*\[([^\]]*)\])?/
    libraries = manifest.matches(of: library).map { match in
      Library(
        name: String(match.1),
        layer: Int(match.2) ?? -1,
        isHidden: match.3 == "hidden",
        imports: (match.4 ?? "").matches(of: /"(\w+)"/).map { String($0.1) }
      )
    }
    cModules = manifest.matches(of: /CLibrary\(\s*name:\s*"(\w+)"/).map { String($0.1) }
    cShims = manifest.matches(of: /CShim\(\s*name:\s*"(\w+)"/).map { String($0.1) }
    let tool = manifest.firstMatch(of: /let toolImports = \[([^\]]*)\]/)
    toolImports = (tool?.1 ?? "").matches(of: /"(\w+)"/).map { String($0.1) }
    if libraries.isEmpty || cModules.isEmpty { throw Unreadable() }
  }

  /// The manifest holds no table of libraries.
  struct Unreadable: Error {}

  /// Everything that a library stands on, itself among it: libraries and C modules.
  func closure(of name: String) -> Set<String> {
    var found: Set = [name]
    var waiting = [name]
    while let next = waiting.popLast() {
      for module in libraries.first(where: { $0.name == next })?.imports ?? []
      where found.insert(module).inserted {
        waiting.append(module)
      }
    }
    return found
  }

  /// What is wrong with the table itself: an import of the same or a higher layer, an unknown name.
  var violations: [Violation] {
    libraries.flatMap { library in
      library.imports.compactMap { name -> Violation? in
        if cModules.contains(name) || cShims.contains(name) { return nil }
        guard let imported = libraries.first(where: { $0.name == name }) else {
          return Violation("Package.swift", 0, "\(library.name) imports \(name), which is nowhere")
        }
        guard imported.layer < library.layer else {
          return Violation(
            "Package.swift",
            0,
            "\(library.name) of layer \(library.layer) imports \(name) of layer \(imported.layer)"
          )
        }
        return nil
      }
    }
  }
}
