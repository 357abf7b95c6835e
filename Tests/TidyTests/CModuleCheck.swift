/// A C module is two small files with one owner.
enum CModuleCheck {
  /// The folder of `module` holds its map and its shim and nothing else.
  static func violations(ofModule module: String, names: [String]) -> [Violation] {
    names.sorted() == ["module.modulemap", "shim.h"]
      ? []
      : [
        Violation(
          "Sources/\(module)",
          0,
          "holds \(names.joined(separator: ", ")), not just module.modulemap and shim.h"
        )
      ]
  }

  /// The folder of `shim` holds a header and a file of C++ of its name and nothing else.
  static func violations(ofShim shim: String, names: [String]) -> [Violation] {
    names.sorted() == ["\(shim).cpp", "include", "include/\(shim).h"]
      ? []
      : [
        Violation(
          "Sources/\(shim)",
          0,
          "holds \(names.joined(separator: ", ")), not just \(shim).cpp and include/\(shim).h"
        )
      ]
  }

  /// Every module is imported by exactly one target among `files`.
  static func violations(modules: [String], importedBy files: [SourceFile]) -> [Violation] {
    var importers: [String: Set<String>] = [:]
    for file in files {
      for one in ImportCheck.imports(of: file) {
        importers[one.module, default: []].insert(file.target)
      }
    }
    return modules.compactMap { module in
      let owners = importers[module] ?? []
      guard owners.count != 1 else { return nil }
      let list = owners.isEmpty ? "nobody" : owners.sorted().joined(separator: ", ")
      return Violation("Sources/\(module)", 0, "is imported by \(list), not by exactly one target")
    }
  }
}
