import KymoBridge
import KymoCore
import KymoDevice
import KymoMCAP
import KymoRecording
import KymoSamples
import Testing

/// The synthetic session of the DeviceCatalog, as `kymo synth` makes it.
@Suite("DeviceCatalog's session") struct CatalogSessionTests {
  private static func session(seconds: Int64, mode: CallMode) throws -> SessionInputs {
    try #require(DeviceCatalog.sessions.first).inputs(
      AppSessionWishes(
        seed: 7,
        durationNanoseconds: seconds * 1_000_000_000,
        accelerometerHertz: 10,
        mode: mode
      )
    )
  }

  private static func requests(_ session: SessionInputs) -> [SessionInput] {
    session.list.filter { $0.event.kind == .message }
  }

  @Test(
    "Every command occurs, and every way in which a call can go wrong",
    arguments: CallMode.allCases
  )
  func everything(_ mode: CallMode) throws {
    let session = try Self.session(seconds: 120, mode: mode)
    let rules = try #require(session.description.calls)
    #expect(rules == CallRules(mode: mode))
    let table = try CommandTable(DeviceCatalog.makeMap(try Phone(), calls: rules))
    var router = CallRouter(table.lookup, rules: rules)
    var names: Set<String> = []
    for request in Self.requests(session) {
      names.insert(table.name(of: request.text.withRawSpan { router.command(of: $0) }) ?? "unknown")
    }
    #expect(
      names == [
        "unknown", "logMessage", "playSound", "play", "rec", "loc", "showDate", "sendPickResults",
        "switchAccelerometer",
      ]
    )
  }

  @Test("A burst of it is more than the page's queue holds", arguments: CallMode.allCases)
  func burst(_ mode: CallMode) throws {
    let losses = try Self.session(seconds: 120, mode: mode).description.losses
    #expect(losses.map(\.place) == ["page queue"] && losses.allSatisfy { $0.count > 0 })
  }

  @Test("What was begun is through at the end", arguments: CallMode.allCases)
  func quiet(_ mode: CallMode) throws {
    let requests = Self.requests(try Self.session(seconds: 60, mode: mode))
    let last = requests.last?.event.timestamp ?? 0
    #expect(requests.count > 50 && last < 59_000_000_000, "the last one at \(last) ns")
  }
}
