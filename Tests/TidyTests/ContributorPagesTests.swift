import Testing

/// The checks of pages for contributors find what is wrong in a sample, and nothing in a good one.
@Suite("The checks of contributors' pages can fail") struct ContributorPagesTests {
  private func page(_ text: String) -> SourceFile { SourceFile(path: "PAGE.md", text: text) }

  @Test("links and paths that lead nowhere are found") func paths() {
    let text = """
      See [here](A.md), [there](https://example.org/a), [below](#below) and [part](B.md#part):
      `Sources/A.swift`, `Sources/<Name>/A.swift`, `Tests/*/A`, `Sources/B.swift`.
      """
    let found = PlacesCheck.violations(paths: page(text)) {
      ["A.md", "Sources/A.swift"].contains($0)
    }
    #expect(
      found.map(\.description)
        == ["PAGE.md:1: B.md is not there", "PAGE.md:2: Sources/B.swift is not there"]
    )
    let within = SourceFile(path: "Sources/A/page.md", text: "[a](b.md)")
    var asked: [String] = []
    _ = PlacesCheck.violations(paths: within) { path in
      asked.append(path)
      return true
    }
    #expect(asked == ["Sources/A/b.md"])
  }

  @Test("types that no source declares are found") func types() {
    let source = SourceFile(path: "A.swift", text: "public protocol App {}\nstruct MCAPFile {}")
    let declared = PlacesCheck.declaredTypes(in: [source])
    let text = "`App`, `MCAPFile`, `BENCHMARKS`, `main.swift`, `actions`, `Gone`"
    #expect(
      PlacesCheck.violations(types: page(text), declared: declared).map(\.message)
        == ["no source declares Gone"]
    )
  }

  @Test("libraries that the table lacks, or has wrongly, are found") func targets() throws {
    let table = try PackageTable(
      """
      let l = [ Library(name: "A", layer: 0), Library(name: "B", layer: 0),
        Library(name: "C", layer: 1, imports: ["A"]) ]
      let c = CLibrary(name: "CZstd"
      """
    )
    let good = "| layer | target | what |\n|---|---|---|\n| 0 | A, B | a |\n| 1 | C | c |\n"
    #expect(PlacesCheck.violations(targets: page(good), table: table).isEmpty)
    let bad = "| 0 | A, C | a |\n| 1 | D | d |\n"
    #expect(
      PlacesCheck.violations(targets: page(bad), table: table).map(\.message) == [
        "B of layer 0 is not in the table", "C of layer 1 is listed under 0",
        "D is in the table, and not in Package.swift",
      ]
    )
  }

  @Test("packages without a row, and rows without a licence, are found") func thirdParties() {
    let packages = ThirdPartyCheck.packages(
      manifest: #"CLibrary(name: "CZstd", pkgConfig: "libzstd", debianPackage: "libzstd-dev")"#,
      makefile: "BUILD_PACKAGES := libzstd-dev \\\n\tpkg-config\nTEST := no\nA_PACKAGES := wrk\n",
      requirements: "# of tests\nmcap==1.6.0\n"
    )
    #expect(packages == ["libzstd-dev", "pkg-config", "wrk", "mcap"])
    let good =
      "| package | licence | for |\n|---|---|---|\n| libzstd-dev (zstd) | BSD | chunks |\n"
      + "| pkg-config, wrk | ISC; Apache | finds |\n| mcap (PyPI) | MIT | reads |\n"
    #expect(ThirdPartyCheck.violations(in: page(good), packages: packages).isEmpty)
    let found = ThirdPartyCheck.violations(
      in: page(good.replacing("| MIT |", with: "| |").replacing("wrk", with: "curl")),
      packages: packages
    )
    #expect(
      found.map(\.message) == [
        "a licence or a purpose is missing",
        "wrk has no row: say its licence, and what it is for",
      ]
    )
  }
}
