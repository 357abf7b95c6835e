import KymoCore
import KymoProfile
import KymoRecording
import KymoText
import Testing

@testable import KymoTrials

@Suite("Lists of handlers") struct HandlerListTests {
  private final class TripApp: App {
    static let name = "Trip"
    static let summary = "two closures"
    private var count = 0

    init(_ setup: AppSetup) {}

    var map: CommandMap {
      var map = CommandMap()
      map.view("trip") { [self] _ in
        count += 1
        return .proceed
      }
      map.view("trip") { [self] _ in
        count -= 2
        return .exit
      }
      return map
    }

    var counters: [SessionResult.Counter] { [.init(name: "count", count: UInt64(count.magnitude))] }
  }

  @Test("A list of handlers is read as it is written, and nothing else is one") func list()
    throws
  {
    let list = try HandlerList(TripApp.self, AppSetup())
    let read = try #require(HandlerList.names(json: Array(list.json.text.utf8)))
    #expect(read == list.names)
    #expect(
      list.app == TripApp.name && list.handlers.map(\.place.name) == ["trip, view", "trip, view 2"]
    )
    #expect(HandlerList.names(json: []) == nil)
    #expect(HandlerList.names(json: Array("{\"schema\": \"kymograph.handlers/2\"}".utf8)) == nil)
  }
}
