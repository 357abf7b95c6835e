import KymoBench
import Testing

@testable import KymoTrials

@Suite("Gate: builds") struct GateBuildTests {
  private func message<Value>(_ body: () throws(TrialError) -> Value) -> String {
    do {
      _ = try body()
      return ""
    } catch { return error.description }
  }

  @Test("A build says itself what it is; what is not known is passed over") func version() {
    let text = """
      {"schema": "kymograph.version/1", "name": "steps", "version": "2.0", "later": [1],
       "capabilities": ["bench.pace", "bench.handicap", "bench.telepathy"], "apps": ["Steps", "Fence"]}
      """
    let version = BuildVersion(json: Array(text.utf8))
    #expect(version?.text == "steps 2.0" && version?.apps == ["Steps", "Fence"])
    #expect(version?.capabilities == [.pace, .handicap])
    for text in [
      "", "kymo 0.1.0\n", "[]", "{}", "{\"schema\": \"kymograph.bench/1\"}",
      "{\"schema\": \"kymograph.version/1\", \"name\": \"\", \"version\": \"1\"}",
      """
      {"schema": "kymograph.version/1", "name": "a", "version": "1", "capabilities": [1], "apps": []}
      """,
    ] {
      #expect(BuildVersion(json: Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test("A build from before is read from its line and its help") func oldVersion() {
    let old = BuildVersion(line: "kymo 0.0.9", help: "USAGE: [--pace NAME] [--events\n[--tail")
    #expect(old?.text == "kymo 0.0.9" && old?.capabilities == [.pace, .eventLimit])
    #expect(old?.apps == nil, "it does not say")
    #expect(BuildVersion(line: "kymograph 0.0.9", help: "") == nil)
    #expect(BuildVersion(line: "kymo", help: "") == nil)
  }

  private func build(_ side: GateSide, apps: [String]?) throws -> GateBuild {
    var build = GateBuild(side: side, word: "w", executable: "/bin/true")
    var version = try #require(BuildVersion(line: "kymo 1", help: ""))
    version.apps = apps
    build.version = version
    return build
  }

  @Test("Two programs are not compared") func sameApp() throws {
    func refusal(_ base: [String]?, _ head: [String]?, app: String? = nil) throws -> String {
      let builds = [try build(.base, apps: base), try build(.head, apps: head)]
      return message { () throws(TrialError) in try GateBuild.check(builds, app: app) }
    }
    #expect(try refusal(["a"], ["a"]).isEmpty)
    #expect(try refusal(["a", "b"], ["b"]).isEmpty)
    #expect(try refusal(nil, ["b"]).isEmpty, "an old build does not say, but its replay shows it")
    #expect(try refusal(["a"], ["b"]).contains("two different programs"))
    #expect(try refusal([], ["b"]).contains("BASE has the apps none, HEAD has b"))
    #expect(try refusal(["a", "b"], ["b"], app: "a").contains("HEAD has no app 'a'; it has: b"))
    #expect(try refusal(["a"], ["a", "b"], app: "a").isEmpty)
  }

  private func description(_ products: String) -> PackageDescription? {
    PackageDescription(Array("warning: x\n{\"name\": \"fleet\", \"products\": [\(products)]}".utf8))
  }

  private func executable(_ name: String) -> String {
    "{\"name\": \"\(name)\", \"targets\": [\"t\"], \"type\": {\"executable\": null}}"
  }

  @Test("A package's own product is taken, and no other") func products() throws {
    let library = "{\"name\": \"Fleet\", \"type\": {\"library\": [\"automatic\"]}}"
    let one = try #require(description(library + "," + executable("fleet")))
    #expect(
      one
        == PackageDescription(name: "fleet", executables: ["fleet"], outputs: ["Fleet", "fleet"])
    )
    #expect(try one.product(nil, of: "main") == "fleet")
    #expect(try one.product("fleet", of: "main") == "fleet")
    #expect(
      message { () throws(TrialError) in try one.product("kymo", of: "main") }
        == "main: the package fleet has no executable product 'kymo'; it has fleet"
    )
    let two = try #require(description(executable("a") + "," + executable("b")))
    #expect(try two.product("b", of: "main") == "b")
    let several = message { () throws(TrialError) in try two.product(nil, of: "main") }
    #expect(several.contains("several executable products: a, b (choose one with --product)"))
    let none = try #require(description(library))
    let missing = message { () throws(TrialError) in try none.product(nil, of: "main") }
    #expect(missing.contains("has no executable product") && missing.contains("--build"))
    #expect(PackageDescription(Array("error: no".utf8)) == nil)
    #expect(PackageDescription(Array("{\"name\": 1}".utf8)) == nil)
  }

  @Test("A build is kept under everything that it was made of") func keys() {
    let key = BuildKey(
      repository: "/src/fleet/.git",
      commit: "0123456789abcdef0123456789abcdef01234567",
      folder: "",
      recipe: .product("fleet"),
      toolchain: "Swift version 6.3.1"
    )
    #expect(key.name == key.name && key.name.hasPrefix("0123456789ab-") && key.name.count == 29)
    var others = [key, key, key, key, key, key, key]
    others[0].repository = "/src/fleet2/.git"
    others[1].commit = "0123456789abcdef0123456789abcdef01234568"
    others[2].folder = "Tools/"
    others[3].recipe = .product(nil)
    others[4].recipe = .command("fleet", executable: "x")
    others[5].recipe = .command("fleet", executable: "y")
    others[6].toolchain = "Swift version 6.3.2"
    #expect(Set(([key] + others).map(\.name)).count == 8)
    #expect(Set(([key] + others).map(\.text)).count == 8)
  }

  @Test("Packages given by their paths are found in what SwiftPM leaves") func inputs() {
    let state = """
      {"object": {"artifacts": [], "dependencies": [
        {"basedOn": null, "packageRef": {"identity": "kymograph", "kind": "fileSystem",
          "location": "/src/kymograph", "name": "kymograph"}, "state": {"name": "fileSystem"}},
        {"packageRef": {"identity": "nio", "kind": "remoteSourceControl",
          "location": "https://example.org/nio"}, "state": {"name": "sourceControlCheckout",
          "checkoutState": {"revision": "0a1b", "version": "2.1.0"}}},
        {"packageRef": {"identity": "a.b", "kind": "registry", "location": "a.b"},
          "state": {"name": "registryDownload", "version": "1.0.0"}}]}, "version": 7}
      """
    let packages = ResolvedPackages(state: state)
    #expect(packages.paths == ["/src/kymograph"])
    #expect(packages.pins == ["https://example.org/nio 0a1b 2.1.0", "a.b - 1.0.0"])
    for text in ["", "{}", "[1]", "{\"object\": {}}"] {
      #expect(ResolvedPackages(state: text) == ResolvedPackages(state: "no JSON"), "\(text)")
    }
    #expect(ResolvedPackages(state: "").paths.isEmpty && ResolvedPackages(state: "").pins.isEmpty)
    #expect(GateTree.literal("a*[b]") == "a\\*\\[b\\]")
  }

  @Test("Compiled dependencies are used again only with all that they were made with")
  func scratchKeys() {
    let key = ScratchKey(
      package: "/cache/tree/src/fleet",
      toolchain: "Swift version 6.3.1",
      surroundings: ["packages 0a"],
      dependencies: ["commit 1 /src/kymograph", "https://example.org/nio 2 3"]
    )
    var others = [key, key, key, key, key]
    others[0].package = "/cache/tree/src/fleet/Tools"
    others[1].toolchain = "Swift version 6.3.2"
    others[2].surroundings.append("environment CPATH=/opt/include")
    others[3].dependencies[0] = "commit 2 /src/kymograph"
    others[4].dependencies.removeLast()
    #expect(Set(([key] + others).map(\.text)).count == 6)
    var sorted = key
    sorted.dependencies.reverse()
    #expect(sorted.text == key.text, "SwiftPM lists them in any order")
  }

  @Test("What a package makes itself is known by its names") func outputs() throws {
    let text = """
      {"name": "Fleet", "products": [{"name": "fleet", "type": {"executable": null}}],
       "targets": [{"name": "fleet-tool"}, {"name": "Maps"}]}
      """
    let names = try #require(PackageDescription(Array(text.utf8))).outputs
    #expect(
      names == ["fleet", "fleet-tool", "fleet_tool", "Fleet_fleet-tool", "Maps", "Fleet_Maps"]
    )
    for file in [
      "fleet", "fleet.product", "fleet-tool.build", "fleet_tool.swiftmodule", "Maps.build",
      "Maps-tool.build", "Fleet_Maps.resources", "libMaps.so",
    ] {
      #expect(GateScratch.isOutput(file, of: names), "\(file)")
    }
    for file in [
      "KymoCore.build", "KymoCore.swiftmodule", "ModuleCache", "MapsKit.build", "lib.so",
    ] {
      #expect(!GateScratch.isOutput(file, of: names), "\(file)")
    }
  }
}
