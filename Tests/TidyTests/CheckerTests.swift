import Testing

/// Every check is shown a bad sample, which it must find, and a good one, which it must let pass.
@Suite("The checks can fail") struct CheckerTests {
  private static let manifest = """
    struct Library { var name: String }
    let libraries = [
      Library(name: "KymoCore", layer: 0),
      Library(name: "KymoText", layer: 0, kind: .hidden),
      Library(
        name: "KymoRecording",
        layer: 1,
        imports: ["KymoCore", "CZstd"]
      ),
      Library(name: "KymoDevice", layer: 2, imports: ["KymoCore"]),
      Library(name: "KymoTool", layer: 3, kind: .exported, imports: ["KymoDevice", "KymoText"]),
    ]
    let toolImports = ["KymoTool"]
    let cLibraries = [CLibrary(name: "CZstd", pkgConfig: "libzstd", debianPackage: "libzstd-dev")]
    """

  private func source(_ text: String, at path: String = "Sources/KymoCore/A.swift") -> SourceFile {
    SourceFile(path: path, text: text)
  }

  @Test("the table of Package.swift is read, and an absent one is an error") func table() throws {
    let table = try PackageTable(Self.manifest)
    #expect(
      table.libraries.map(\.name) == [
        "KymoCore", "KymoText", "KymoRecording", "KymoDevice", "KymoTool",
      ]
    )
    #expect(table.libraries.map(\.layer) == [0, 0, 1, 2, 3])
    #expect(table.libraries.map(\.isHidden) == [false, true, false, false, false])
    #expect(
      table.libraries.map(\.imports)
        == [[], [], ["KymoCore", "CZstd"], ["KymoCore"], ["KymoDevice", "KymoText"]]
    )
    #expect(table.toolImports == ["KymoTool"])
    #expect(table.closure(of: "KymoRecording") == ["KymoRecording", "KymoCore", "CZstd"])
    #expect(table.closure(of: "KymoTool") == ["KymoTool", "KymoDevice", "KymoText", "KymoCore"])
    #expect(table.cModules == ["CZstd"])
    #expect(table.violations.isEmpty)
    #expect(throws: PackageTable.Unreadable.self) { try PackageTable("let package = 1") }
  }

  @Test("an import of the same layer, or of nothing, is found in the table") func layers() throws {
    let table = try PackageTable(
      """
      let l = [ Library(name: "A", layer: 1, imports: ["B"]), Library(name: "B", layer: 1),
        Library(name: "C", layer: 2, imports: ["D"]) ]
      let c = CLibrary(name: "CZstd"
      """
    )
    #expect(
      table.violations.map(\.message) == [
        "A of layer 1 imports B of layer 1", "C imports D, which is nowhere",
      ]
    )
  }

  @Test(
    "an import that is not declared is found, however it is written",
    arguments: [
      "import KymoRecording", "package import KymoRecording", "@testable import KymoRecording",
      "import struct KymoRecording.Chunk", "let a = 1; import KymoRecording",
      "/* */ import KymoRecording", "@_spi(Tests) public import KymoRecording.Sub",
    ]
  )
  func undeclaredImport(_ line: String) throws {
    let check = ImportCheck(table: try PackageTable(Self.manifest))
    let text = "import Glibc\n\(line)\n"
    let core = source(text)
    #expect(
      check.violations(in: [core]).map(\.description) == [
        "Sources/KymoCore/A.swift:2: KymoCore must not import KymoRecording"
      ]
    )
    #expect(check.violations(in: [source(text, at: "Sources/kymo/A.swift")]).count == 1)
  }

  @Test("a hidden library that a product shows is found") func exposure() throws {
    let check = ImportCheck(table: try PackageTable(Self.manifest))
    func found(_ text: String, _ target: String) -> [String] {
      check.exposures(in: [source(text, at: "Sources/\(target)/A.swift")]).map(\.description)
    }
    #expect(
      found("import Glibc\npublic import KymoText\n", "KymoTool")
        == ["Sources/KymoTool/A.swift:2: KymoTool shows KymoText, which is hidden"]
    )
    #expect(found("import KymoText\npublic import KymoDevice\n", "KymoTool").isEmpty)
    #expect(found("public import KymoText\n", "KymoText").isEmpty)
  }

  @Test("imports of Foundation, of siblings and of foreign C modules are found") func imports()
    throws
  {
    let check = ImportCheck(table: try PackageTable(Self.manifest))
    func messages(_ text: String, _ path: String) -> [String] {
      check.violations(in: [source(text, at: path)]).map(\.message)
    }
    #expect(
      messages("import Foundation", "Sources/KymoDevice/A.swift")
        == ["KymoDevice must not import Foundation"]
    )
    #expect(
      messages("import CZstd", "Sources/kymo/A.swift") == ["kymo must not import CZstd"]
    )
    #expect(messages("import KymoTool", "Sources/kymo/A.swift").isEmpty)
    #expect(
      messages("import KymoCore", "Sources/kymo/A.swift") == ["kymo must not import KymoCore"]
    )
    #expect(messages("import CZstd\nimport KymoCore", "Sources/KymoRecording/A.swift").isEmpty)
    #expect(messages("// import Foundation\n\"import Foundation\"", "Sources/kymo/A.swift").isEmpty)
    #expect(messages("import KymoCore", "Sources/Unknown/A.swift").count == 1)
  }

  @Test(
    "every way out of memory safety is found",
    arguments: [
      ("unsafe f()", "unsafe"), ("nonisolated(unsafe) var a = 1", "unsafe"),
      ("class A: @unchecked Sendable {}", "unchecked"),
      ("let a: UnsafeMutableRawPointer", "UnsafeMutableRawPointer"),
      ("let a: UnsafePointer<Int>", "UnsafePointer"),
      ("let a: UnsafeBufferPointer<Int>", "UnsafeBufferPointer"),
      ("a.withUnsafeBytes {}", "withUnsafeBytes"),
      ("unsafeBitCast(a, to: B.self)", "unsafeBitCast"),
      (#""\(unsafe f())""#, "unsafe"), ("let a: OpaquePointer", "OpaquePointer"),
    ]
  )
  func unsafe(_ code: String, _ word: String) {
    let violations = UnsafeCheck.violations(in: [source("let x = 1\n\(code)\n")])
    #expect(
      violations.map(\.description) == [
        "Sources/KymoCore/A.swift:2: '\(word)' belongs in a file named Unsafe….swift"
      ]
    )
  }

  @Test("a fenced file must say why it holds; others may talk about it") func fence() {
    let path = "Sources/KymoCore/UnsafeA.swift"
    #expect(UnsafeCheck.violations(in: [source("unsafe f()", at: path)]).count == 1)
    #expect(
      UnsafeCheck.violations(in: [source("/// SAFETY: it is.\nunsafe f()", at: path)]).isEmpty
    )
    let harmless = """
      // unsafe, withUnsafeBytes
      /* @unchecked /* unsafe */ unsafe */
      let a = "unsafe \\"unsafe" + #"unsafe " unsafe"# + \"\"\"
        unsafe " unsafe
        \"\"\"
      let slots = UnsafeSlots<Int>(minimumCapacity: 8)
      """
    #expect(UnsafeCheck.violations(in: [source(harmless)]).isEmpty)
  }

  @Test("what may crash is found, but not in words that merely end alike") func crashes() {
    let bad = "let a = try! f()\nlet b = c as! D\nfatalError(\"no\")\n"
    #expect(HouseRules.violations(in: [source(bad)]).map(\.line) == [1, 2, 3])
    let good =
      "/// try! as! fatalError(\nlet a = \"try! as!\"\nhas!.x\nisFatalError(1)\nmyfatalError()\n"
    #expect(HouseRules.violations(in: [source(good)]).isEmpty)
  }

  @Test("work left to do is found, in comments too") func markers() {
    let bad = "// TO" + "DO: later\nlet a = 1  // FIX" + "ME\n"
    #expect(HouseRules.violations(in: [source(bad)]).map(\.line) == [1, 2])
    #expect(HouseRules.violations(in: [source("let to" + "do = 1\n")]).isEmpty)
  }

  @Test("a C module with more files, or with no owner or two, is found") func cModules() {
    let pair = ["shim.h", "module.modulemap"]
    #expect(CModuleCheck.violations(ofModule: "CZstd", names: pair).isEmpty)
    #expect(CModuleCheck.violations(ofModule: "CZstd", names: pair + ["more.c"]).count == 1)
    #expect(CModuleCheck.violations(ofModule: "CZstd", names: ["shim.h"]).count == 1)
    let shim = ["include", "include/CJSON.h", "CJSON.cpp"]
    #expect(CModuleCheck.violations(ofShim: "CJSON", names: shim).isEmpty)
    #expect(CModuleCheck.violations(ofShim: "CJSON", names: shim + ["more.cpp"]).count == 1)

    let one = source("import CZstd", at: "Sources/KymoRecording/A.swift")
    let same = source("import CZstd", at: "Sources/KymoRecording/B.swift")
    let other = source("import CZstd", at: "Sources/KymoDevice/A.swift")
    #expect(CModuleCheck.violations(modules: ["CZstd"], importedBy: [one, same]).isEmpty)
    #expect(CModuleCheck.violations(modules: ["CZstd"], importedBy: [one, other]).count == 1)
    #expect(CModuleCheck.violations(modules: ["CZstd"], importedBy: []).count == 1)
  }

  @Test("folders of one machine are found in documents") func documents() {
    let work = "/wo" + "rk/main"
    let temporary = "/tmp" + "/w/cli"
    for text in ["see \(work)/x", "`\(temporary)`", "a\n(\(work))", "--o=\(work)/y"] {
      #expect(DocumentCheck.violations(in: [source(text, at: "README.md")]).count == 1, "\(text)")
    }
    let good = "Sources/work/x, https://example.org/home/x, /tmp/out.mcap, /usr/bin/env, /dev/full"
    #expect(DocumentCheck.violations(in: [source(good, at: "README.md")]).isEmpty)
  }

  @Test("a table that is not what was measured is found") func benchmarks() {
    let json = #"""
      {"machine": {"commit": "abc"}, "states": "", "table": ["| a |", "|---|", "| ring | 2.00 times (1.00 to 3.00) |"],
       "measured": [{"measure": "ring", "unit": "times", "values": [3, 1, 2], "lines": []}]}
      """#
    let marks = ("<!-- benchmarks: make x -->", "<!-- benchmarks: end -->")
    let good = """
      On a machine, commit abc.
      \(marks.0)
      | a |
      |---|
      | ring | 2.00 times (1.00 to 3.00) |
      \(marks.1)
      """
    func count(_ readme: String, _ json: String, graphs: [String] = []) -> Int {
      let kept = source(json, at: "kept.json")
      return BenchmarkTableCheck.violations(
        page: SourceFile(path: "PAGE.md", text: readme),
        kept: kept,
        graphs: graphs
      ).count
    }
    #expect(count(good, json) == 0)
    #expect(count(good.replacing("2.00", with: "2.01"), json) == 1, "another figure")
    #expect(count(good.replacing("abc", with: "abd"), json) == 1, "another commit")
    #expect(count(good.replacing(marks.1, with: ""), json) == 1, "no marks")
    #expect(count(good, json.replacing("[3, 1, 2]", with: "[3, 1, 2.5]")) == 1, "other values")
    #expect(count(good, "{}") == 1)
    #expect(count(good, json, graphs: ["old.svg"]) == 1, "a graph of another run")
    let profile = #"[3, 1, 2], "profile": {"file": "a.svg"}"#
    let profiled = json.replacing("[3, 1, 2]", with: profile)
    #expect(count(good, profiled, graphs: ["a.svg"]) == 1, "no way to the graph")
    #expect(count(good + "\n(there/a.svg)", profiled, graphs: ["a.svg"]) == 0)
  }

  @Test("banned symbols and libraries are found in an object") func linkage() {
    let symbols = """
                       U ZSTD_compress
                       U $s10Foundation4DataV
                       U $ss5print_9separator10terminatoryypd_S2StF
                       U XXH3_64bits
                       U malloc
      """
    #expect(LinkageCheck.core.violations(inSymbols: symbols, of: "a.o").count == 3)
    let entries = """
      String dump of section '.swift1_autolink_entries':
        [     0]  -lswiftCore
        [     c]  -lFoundation
        [     d]  -llz4
      """
    #expect(LinkageCheck.core.violations(inAutolinkEntries: entries, of: "a.o").count == 2)
    let others = "   U $s13KymoRecording8ReplayV\n   U ZSTD_compress\n   U libdeflate_x\n"
    #expect(LinkageCheck.bench.violations(inSymbols: others, of: "a.o").count == 2)
    #expect(LinkageCheck.bench.violations(inAutolinkEntries: entries, of: "a.o").count == 2)
  }

  @Test("a library that stands on a banned one, through another, is found") func closure() throws {
    let table = try PackageTable(
      """
      let l = [ Library(name: "KymoBench", layer: 2, imports: ["KymoCore", "KymoMCAP"]),
        Library(name: "KymoMCAP", layer: 1, imports: ["CZstd"]),
        Library(name: "KymoCore", layer: 0) ]
      let c = CLibrary(name: "CZstd"
      """
    )
    #expect(
      LinkageCheck.bench.violations(of: "KymoBench", in: table).map(\.message) == [
        "KymoBench stands on CZstd", "KymoBench stands on KymoMCAP",
      ]
    )
    #expect(LinkageCheck.bench.violations(of: "KymoCore", in: table).isEmpty)
  }

  @Test("the objects of these tests, which do link Foundation, are caught doing so") func caught()
    throws
  {
    let objects = BuiltObjects.paths(of: "TidyTests", testBundle: CommandLine.arguments[0])
    try #require(!objects.isEmpty)
    let symbols = try objects.flatMap {
      LinkageCheck.core.violations(inSymbols: try BuiltObjects.run("nm", ["-u", $0]), of: $0)
    }
    let entries = try objects.flatMap {
      LinkageCheck.core.violations(
        inAutolinkEntries: try BuiltObjects.run(
          "readelf",
          ["-p", ".swift1_autolink_entries", $0]
        ),
        of: $0
      )
    }
    #expect(!symbols.isEmpty)
    #expect(!entries.isEmpty)
  }

  @Test("objects that are not there are not there, and a tool that fails is an error")
  func objects() {
    #expect(BuiltObjects.paths(of: "KymoNowhere", testBundle: CommandLine.arguments[0]).isEmpty)
    #expect(BuiltObjects.paths(of: "KymoCore", testBundle: "/nowhere/tests.xctest").isEmpty)
    #expect(throws: BuiltObjects.Failed.self) { try BuiltObjects.run("false", []) }
  }
}
