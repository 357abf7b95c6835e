import Foundation
import Testing

/// The rules of the house, compared with the tree as it is.
@Suite("Tidy") struct TidyTests {
  private static let tree = SourceTree.current

  private static let sourceFiles = Result { try tree.swiftFiles(in: "Sources") }

  private func sources() throws -> [SourceFile] {
    let files = try Self.sourceFiles.get()
    try #require(files.count > 20, "the sources were not found at \(Self.tree.root.path)")
    return files
  }

  private func table() throws -> PackageTable {
    try PackageTable(Self.tree.file("Package.swift").text)
  }

  private func expectNone(_ violations: [Violation]) {
    for violation in violations { Issue.record(Comment(rawValue: violation.description)) }
  }

  @Test("imports go down the layers, as Package.swift declares") func imports() throws {
    let table = try table()
    expectNone(table.violations)
    let check = ImportCheck(table: table)
    expectNone(check.violations(in: try sources()))
    expectNone(check.exposures(in: try sources()))
  }

  @Test("every folder of Sources is in the table") func folders() throws {
    let table = try table()
    let known = table.libraries.map(\.name) + table.cModules + table.cShims + [ImportCheck.tool]
    #expect(try Self.tree.names(in: "Sources").filter { !known.contains($0) } == [])
  }

  @Test("unsafe code stays in its files, and each says why it holds") func unsafe() throws {
    expectNone(UnsafeCheck.violations(in: try sources()))
  }

  @Test("nothing may crash or is left to do") func rules() throws {
    expectNone(HouseRules.violations(in: try sources()))
  }

  @Test("files and functions are short, and take few parameters, but for those of a list")
  func sizes() throws {
    expectNone(SizeCheck(exceptions: sizeExceptions).violations(in: try sources()))
  }

  @Test("a C module is a map, a shim and one owner") func cModules() throws {
    let table = try table()
    let modules = table.cModules
    for module in modules {
      let names = try Self.tree.names(in: "Sources/\(module)")
      expectNone(CModuleCheck.violations(ofModule: module, names: names))
    }
    for shim in table.cShims {
      let names = Self.tree.allNames(in: "Sources/\(shim)")
      expectNone(CModuleCheck.violations(ofShim: shim, names: names))
    }
    let all = modules + table.cShims
    expectNone(CModuleCheck.violations(modules: all, importedBy: try sources()))
  }

  @Test("a gate knows every library that has no handlers") func handlers() throws {
    let file = try Self.tree.file("Sources/KymoTrials/Counts/FunctionCounts.swift")
    // The phone had the sample apps once, and still has in older builds.
    let apps: Set = ["KymoDevice", "KymoSamples"]
    let missing = try table().libraries.map(\.name).filter {
      !apps.contains($0) && !file.text.contains("\"\($0)\"")
    }
    #expect(missing.isEmpty, "add them to the list of \(file.path)")
  }

  @Test("every document that is printed has a published schema") func schemas() throws {
    let found = try sources().map { file in
      SchemaCheck.violations(in: file) { name in
        let path = "Sources/KymoReport/Schemas/kymo.\(name).schema.json"
        return Self.tree.isThere(path) ? try? Self.tree.file(path).text : nil
      }
    }
    expectNone(found.flatMap { $0 })
    let file = SourceFile(path: "A.swift", text: "let a = \"kymograph.walk/1\"")
    #expect(SchemaCheck.violations(in: file) { _ in nil }.count == 1)
    #expect(SchemaCheck.violations(in: file) { _ in "\"kymograph.walk/2\"" }.count == 1)
    #expect(SchemaCheck.violations(in: file) { _ in "\"kymograph.walk/1\"" }.isEmpty)
  }

  @Test("text for readers names no folder of one machine") func documents() throws {
    let root = try Self.tree.names(in: ".").filter { $0.hasSuffix(".md") || $0 == "Makefile" }
    let folders = ["Sources", "Tests", "Benchmarks", "Recordings", "Documentation"]
    let paths =
      root
      + folders.flatMap {
        Self.tree.paths(in: $0, endingIn: [".md", ".sh", ".py", ".h", ".modulemap"])
      }
      + Self.tree.paths(in: "Sources", endingIn: [".swift"])
    expectNone(DocumentCheck.violations(in: try paths.map { try Self.tree.file($0) }))
  }

  @Test("what pages say is there, is there") func places() throws {
    let root = try Self.tree.names(in: ".").filter { $0.hasSuffix(".md") }
    let page = try Self.tree.file("Documentation/inside/where-do-i-add.md")
    let layers = try Self.tree.file("Documentation/inside/layers.md")
    for page in try root.map({ try Self.tree.file($0) }) + [page, layers] {
      expectNone(
        PlacesCheck.violations(paths: page) {
          // The guide shows the example as its own package has it.
          Self.tree.isThere($0) || Self.tree.isThere("Examples/StepCounter/\($0)")
        }
      )
    }
    expectNone(PlacesCheck.violations(targets: layers, table: try table()))
    let files = try sources() + [try Self.tree.file("Package.swift")]
    let declared = PlacesCheck.declaredTypes(in: files).union([
      "Documentation", "Makefile", "Sources",
    ])
    expectNone(PlacesCheck.violations(types: page, declared: declared))
  }

  @Test("whatever others made is listed, with its licence") func thirdParties() throws {
    let packages = ThirdPartyCheck.packages(
      manifest: try Self.tree.file("Package.swift").text,
      makefile: try Self.tree.file("Makefile").text,
      requirements: try ["requirements.txt", "requirements-data.txt"].map {
        try Self.tree.file("Tests/Interop/\($0)").text
      }.joined()
    )
    try #require(packages.count > 30, "the lists of packages were not found")
    let page = try Self.tree.file("THIRD_PARTY.md")
    expectNone(ThirdPartyCheck.violations(in: page, packages: packages))
  }

  private static let kept = "Benchmarks/Baselines/benchmarks.json"

  @Test(
    "the guide shows the benchmarks that were kept",
    .enabled(
      if: FileManager.default.fileExists(atPath: tree.root.appendingPathComponent(kept).path),
      "no run was kept yet: make benchmarks KEEP=1"
    )
  ) func benchmarks() throws {
    let kept = try Self.tree.file(Self.kept)
    let page = try Self.tree.file("Documentation/inside/performance.md")
    let graphs = Self.tree.allNames(in: Self.kept.replacing(".json", with: ".profiles"))
    expectNone(BenchmarkTableCheck.violations(page: page, kept: kept, graphs: graphs))
  }

  @Test("KymoCore links neither Foundation nor a C library") func coreStandsAlone() throws {
    try expectUnlinked("KymoCore", .core)
  }

  @Test(
    "KymoBench links nothing that only recordings and pages need",
    arguments: [
      "KymoBench", "KymoHistogram", "KymoText", "KymoDeflate", "KymoPoll",
    ]
  ) func benchStandsAlone(target: String) throws {
    try expectUnlinked(target, .bench)
  }

  /// Looks at the table and at every object of a target.
  private func expectUnlinked(_ target: String, _ check: LinkageCheck) throws {
    expectNone(check.violations(of: target, in: try table()))
    let bundle = CommandLine.arguments[0]
    let objects = BuiltObjects.paths(of: target, testBundle: bundle)
    try #require(!objects.isEmpty, "no object of \(target) was found near \(bundle)")
    for object in objects {
      let name = URL(fileURLWithPath: object).lastPathComponent
      let symbols = try BuiltObjects.run("nm", ["-u", object])
      let entries = try BuiltObjects.run("readelf", ["-p", ".swift1_autolink_entries", object])
      expectNone(check.violations(inSymbols: symbols, of: name))
      expectNone(check.violations(inAutolinkEntries: entries, of: name))
    }
  }
}
