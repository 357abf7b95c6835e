import KymoBridge
import KymoCore
import KymoMCAP
import KymoRecording
import Testing

/// An app as a package of somebody else's has it.
@Suite("An app that is ready to run") struct AppInstanceTests {
  private struct OwnReason: Error, CustomStringConvertible {
    var description: String { "there is no moon" }
  }

  private final class EchoApp: App {
    static var name: String { "Echo" }

    private var asked: UInt64 = 0

    init(_ setup: AppSetup) throws {
      if setup.seed == 13 { throw OwnReason() }
      if setup.seed == 14 { throw AppError.sandbox("/nowhere") }
    }

    var map: CommandMap {
      var map = CommandMap()
      map.view("play") { [self] exchange in
        asked += 1
        try exchange.reply(text: exchange.string(at: 1))
        return .proceed
      }
      return map
    }

    var counters: [SessionResult.Counter] { [.init(name: "asked", count: asked)] }

    static func errorName(_ code: UInt16) -> String? { code == 300 ? "too much" : nil }
  }

  @Test("What keeps an app from running is told") func reasons() {
    func reason(_ seed: UInt64) -> String {
      do {
        _ = try AppInstance(EchoApp.self, setup: AppSetup(seed: seed))
        return ""
      } catch { return "\(error)" }
    }
    #expect(reason(1) == "")
    #expect(reason(13) == "there is no moon")
    #expect(reason(14).hasPrefix("/nowhere: it cannot be used as a sandbox"))
  }

  @Test("An error has the app's own name, or the usual one") func names() {
    #expect(EchoApp.name(ofError: 300) == "too much")
    #expect(EchoApp.name(ofError: 2) == "missing parameter")
    #expect(EchoApp.name(ofError: 301) == "error 301")
  }

  /// Two requests, one of them with a parameter of the wrong type.
  private func recording() throws -> [UInt8] {
    var sample = RequestSample()
    sample.add(text: #"call?cmd=play&msg=%5B%22a%22%5D"#, at: 1)
    sample.add(text: "call?cmd=play&msg=7", at: 2)
    return try sample.sample.written()
  }

  private func replay(
    _ table: consuming CommandTable,
    _ routing: CommandRouting
  ) throws -> [UInt64]? {
    let source = MCAPMemorySource(try recording())
    let events = try SessionEvents(
      source,
      scan: MCAPSegmentScanner.scan(source),
      routing: routing
    )
    let result = Replay.run(events, table: table, sink: NoSink())
    return result.counts.first { $0.name == "play" }?.byStatus
  }

  @Test("A map without a decoder decodes the same in a port and in a replay") func decoder() throws
  {
    var port = try CallPort(try EchoApp(AppSetup()).map)
    #expect(port.send("call?cmd=play&msg=%5B%22a%22%5D").reply == "a")
    #expect(port.send("call?cmd=play&msg=7").error == .wrongType)
    var expected = Array(repeating: UInt64(0), count: OutcomeStatus.allCases.count)
    expected[Int(OutcomeStatus.completed.rawValue)] = 1
    expected[Int(OutcomeStatus.failed.rawValue)] = 1

    // By way of the app, and by way of its table alone.
    let instance = try AppInstance(EchoApp.self)
    let (app, routing) = (instance.app, instance.routing)
    #expect(try replay(instance.table, routing) == expected)
    #expect(app.counters == [.init(name: "asked", count: 2)])
    let table = try CommandTable(try EchoApp(AppSetup()).map)
    let own = CommandRouting(table)
    #expect(try replay(table, own) == expected)
  }
}
