import Testing

@testable import KymoTrials

@Suite("A new app's package") struct InitTests {
  static func package(
    page: Bool = false,
    dependency: KymographDependency = .path("/opt/kymograph")
  ) throws -> AppPackage {
    AppPackage(
      names: try AppNames("StepWatch"),
      dependency: dependency,
      hasPage: page,
      servers: CIServer.allCases
    )
  }

  @Test(
    "a folder's name becomes the app's",
    arguments: [
      ("stepwatch", "Stepwatch"), ("step-watch", "StepWatch"), ("my app 2", "MyApp2"),
      ("älk", "Lk"),
    ]
  )
  func folders(_ folder: String, _ name: String) throws {
    #expect(try AppNames(folder: folder).type == name)
  }

  @Test(
    "names that no Swift type can have are refused",
    arguments: [
      "", "2fast", "a-b", "a b", "é", "Handler", "app", String(repeating: "a", count: 65),
    ]
  )
  func names(_ name: String) {
    #expect(throws: TrialError.self) { try AppNames(name) }
  }

  @Test("a folder without a letter wants a name") func unnamed() {
    for folder in ["", "..", "123", "---"] {
      #expect(throws: TrialError.self) { try AppNames(folder: folder) }
    }
  }

  @Test("a repository is one at its branch or at an exact version") func repositories() throws {
    let plain = try KymographDependency("https://example.org/x/Kymograph.git")
    #expect(
      plain.manifestText
        == ".package(url: \"https://example.org/x/Kymograph.git\", branch: \"main\")"
    )
    #expect(plain.identity == "kymograph")
    let exact = try KymographDependency("https://me@example.org/kymo@1.2.3")
    #expect(
      exact.manifestText == ".package(url: \"https://me@example.org/kymo\", exact: \"1.2.3\")"
    )
    #expect(exact.identity == "kymo")
    let remote = try KymographDependency("git@example.org:x/kymograph.git")
    #expect(remote.manifestText.contains("git@example.org:x/kymograph.git"))
    for bad in ["https://example.org/x@1", "https://example.org/x@next", "https://e.org/\"x"] {
      #expect(throws: TrialError.self) { try KymographDependency(bad) }
    }
  }

  @Test("a folder must be Kymograph's") func folders() throws {
    let folder = try UnsafeTemporaryFolder()
    defer { folder.remove() }
    #expect(throws: TrialError.self) { try KymographDependency(folder.path) }
    #expect(throws: TrialError.self) { try KymographDependency("\(folder.path)/none") }
    try UnsafeWholeFile.write(
      "let package = Package(name: \"kymograph\", [(name: \"KymoTool\")])",
      toNew: "\(folder.path)/Package.swift"
    )
    #expect(try KymographDependency(folder.path) == .path(folder.path))
  }

  @Test("no place of a template is left open", arguments: [false, true])
  func places(_ page: Bool) throws {
    let package = try Self.package(page: page)
    for (path, text) in package.files {
      for place in ["{App}", "{tool}", "{dependency}", "{identity}"] {
        #expect(!text.contains(place), "\(path) has \(place)")
      }
      #expect(text.hasSuffix("\n"))
    }
    #expect(package.files.contains { $0.path == "Page/index.html" } == page)
    #expect(package.steps.contains { $0.command.contains("--page") } == page)
  }

  @Test("every server runs the same commands", arguments: CIServer.allCases)
  func servers(_ server: CIServer) throws {
    let job = CIJob(try Self.package())
    let text = job.text(for: server)
    for command in job.steps(base: "", on: server).flatMap(\.commands) {
      // The base has another name on every server.
      let known = command.split(separator: "  HEAD").map(String.init)
      #expect(known.allSatisfy(text.contains), "\(server) does not run \(command)")
    }
    // A change that brings a new reference may answer in another way.
    #expect(text.contains("-- Recordings/reference.mcap || differ=--ignore-digest; "))
    #expect(text.contains("github-annotations") == (server == .github))
    // Each server shows the reports of tests, or keeps them.
    #expect(text.contains(server == .gitlab ? "- gate.junit.xml" : "*.junit.xml"))
    for command in job.preparation { #expect(text.contains(command)) }
  }

  @Test("a job that a server cannot run says so, with the remedy", arguments: CIServer.allCases)
  func remarks(_ server: CIServer) throws {
    let local = try Self.package()
    let remark = try #require(local.remark)
    #expect(remark.contains("/opt/kymograph") && remark.contains("--kymograph URL@VERSION"))
    #expect(remark.contains("make install") && !remark.contains("\n"))
    let mark = server == .jenkins ? "//" : "#"
    #expect(CIJob(local).text(for: server).hasPrefix("\(mark) \(remark).\n"))
    let installed = try Self.package(dependency: .path("/usr/share/kymograph"))
    #expect(installed.remark?.contains("Debian package") == true)
    #expect(installed.remark?.contains("cannot") == false)
    let repository = try Self.package(dependency: .repository(url: "https://e.org/k", version: nil))
    #expect(repository.remark == nil)
    #expect(!CIJob(repository).text(for: server).hasPrefix(mark))
  }

  @Test("without a job there is nothing to say of one") func noJob() throws {
    let package = AppPackage(
      names: try AppNames("StepWatch"),
      dependency: .path("/opt/kymograph"),
      hasPage: false,
      servers: []
    )
    #expect(package.remark == nil)
  }
}
