import Testing

@testable import KymoCore

@Suite("Places of handlers") struct HandlerPlaceTests {
  private final class Low: Handler {}

  private func same(_ exchange: inout Exchange) throws -> Verdict { .proceed }

  @Test("A closure is named by command and stage, a class by its type") func names() throws {
    var map = CommandMap()
    map.view("trip") { _ in .proceed }
    map.view("trip", Low())
    map.view("trip") { exchange in
      if exchange.event.sequence > 1 { throw Stop() }
      return .exit
    }
    map.validate("trip") { _ in .proceed }
    map.define("made") { Low() }
    map.mapCommandToECO("fix", "made")
    let handlers = try map.mappedHandlers()
    #expect(
      handlers.map(\.place.name) == ["trip, validate", "trip, view", "Low", "trip, view 2", "Low"]
    )
    #expect(handlers.map(\.place.command) == ["trip", "trip", "trip", "trip", "fix"])
    #expect(handlers.map(\.place.stage) == [.validate, .view, .view, .view, .error])
    var replaced: [String] = []
    try map.replaceHandlers { place, handler in
      replaced.append(place.name)
      return handler
    }
    #expect(replaced == handlers.map(\.place.name))
  }

  @Test("A closure's code is found, and that of one which is mapped twice is the same")
  func entries() throws {
    var map = CommandMap()
    var count = 0
    for command in ["a", "b"] {
      map.business(command) { exchange in
        count += Int(exchange.event.sequence)
        return .proceed
      }
    }
    map.view("a") { exchange throws(HandlerError) in
      count += 3
      return exchange.event.sequence == 0 ? .exit : .proceed
    }
    map.view("b", Low())
    map.error("b", same)
    let entries = try map.mappedHandlers().map(\.closureEntry)
    #expect(entries[0] == entries[2] && entries[0] != entries[1])
    #expect(entries[3] == nil, "a class has no closure")
    #expect(entries[4] != nil && entries[4] != entries[0])
    #expect(entries.allSatisfy { $0 != 0 })
  }
}
