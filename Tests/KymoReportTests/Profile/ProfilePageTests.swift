import Foundation
@testable import KymoBench
@testable import KymoReport
import KymoProfile
import Testing

/// The page is held equal to a file that pytest opens in a browser.
///
/// `KYMOGRAPH_WRITE_GOLDEN=1 swift test --filter ProfilePageTests` writes it anew, from the profiles that
/// `ProfileGoldenTests` wrote before.
@Suite("The page of a profile") struct ProfilePageTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "ProfileFiles")

  private func profile(_ name: String) throws -> Profile {
    try ProfileReader.read([UInt8](Data(contentsOf: Self.folder.appending(path: name))), name: name)
  }

  @Test(
    "is what it was",
    arguments: [("later", "walk", "page.html"), ("hostile", "walk", "hostile.html")]
  )
  func golden(name: String, before: String, page: String) throws {
    let profile = try profile("\(name).json")
    let html = try ProfilePage(
      profile,
      difference: ProfileDifference(before: try self.profile("\(before).json"), after: profile),
      tool: "kymo",
      commandLine: "kymo profile walk.mcap --export 'html=<page>'"
    ).html
    let file = Self.folder.appending(path: page)
    if ProcessInfo.processInfo.environment["KYMOGRAPH_WRITE_GOLDEN"] == "1" {
      try Data(html.utf8).write(to: file)
    }
    #expect(html == String(decoding: try Data(contentsOf: file), as: UTF8.self))
  }

  @Test("begins with the verdict, and ends with the facts and how to run it again")
  func order() throws {
    var profile = try profile("walk.json")
    profile.notes += [
      ProfileNote(name: ProfileNote.verdict, value: "valid"),
      ProfileNote(name: ProfileNote.commandLine, value: "kymo profile walk.mcap"),
    ]
    let html = try ProfilePage(
      profile,
      difference: nil,
      validity: LoadValidity(reasons: []),
      tool: "kymo",
      commandLine: "kymo profile walk.mcap"
    ).html
    #expect(
      html.inOrder(
        "<h1>",
        "<p class=\"verdict valid\"><strong>Valid</strong> Every round was made",
        "<dl class=\"tiles\"",
        "<h2>Stages</h2>",
        "<h2>Flame graph</h2>",
        "<h2>The run</h2>",
        "<h2>Run it again</h2>\n<p class=\"again\"><code>kymo profile walk.mcap</code></p>"
      )
    )
    // Each is said once.
    #expect(!html.contains("<dt><bdi>verdict") && !html.contains("<dt><bdi>command line"))
  }

  @Test("says why it is invalid, and what to do") func invalid() throws {
    let reasons: [InvalidReason] = [
      .preempted(nanoseconds: 5_000_000, of: 100_000_000, limit: 0.02)
    ]
    let html = try ProfilePage(
      profile("walk.json"),
      difference: nil,
      validity: LoadValidity(reasons: reasons),
      tool: "kymo",
      commandLine: "kymo"
    ).html
    #expect(html.contains("<title>INVALID: "))
    #expect(
      html.inOrder(
        "role=\"alert\"><strong>INVALID</strong>\n<p>Do not compare these figures with others, because:</p>",
        "<li>the dispatcher was preempted",
        "<p>wait for an idle machine; or use",
        "<h2>Stages</h2>"
      )
    )
  }

  @Test("has stages alone where there are no samples") func stages() throws {
    var profile = try profile("walk.json")
    profile.samples = []
    profile.sampling = nil
    let html = try ProfilePage(profile, difference: nil, tool: "kymo", commandLine: "kymo").html
    #expect(html.contains("There are no samples, and so no flame graph."))
    #expect(!html.contains("flamegraph") && html.contains("AccelBCO"))
  }

  @Test("is refused for a profile that cannot be") func inconsistent() throws {
    var profile = try profile("walk.json")
    profile.samples[0].thread = 7
    #expect(throws: ProfileError.self) {
      try ProfilePage(profile, difference: nil, tool: "kymo", commandLine: "kymo")
    }
  }
}
