import KymoCore
import Testing

@testable import KymoProfile

@Suite("Names of handlers") struct HandlerNameTests {
  /// Counts in two closures of one stage, and in a third one that two commands have.
  private final class Trip {
    var count = 0

    var map: CommandMap {
      var map = CommandMap()
      map.view("trip") { [self] exchange in
        count += Int(exchange.event.sequence)
        return .proceed
      }
      map.view("trip") { [self] exchange in
        if exchange.event.sequence == .max { throw HandlerError(code: 300) }
        count &+= 7
        return .exit
      }
      for command in ["a", "b", "c"] {
        map.business(command) { [self] _ in
          count ^= 1
          return .proceed
        }
      }
      return map
    }
  }

  @Test("come from the program that has the handlers, function by function") func own() throws {
    let handlers = HandlerSymbols.all(try Trip().map.mappedHandlers())
    let names = HandlerNames(handlers)
    try #require(handlers.count == 5 && handlers.allSatisfy { !$0.symbols.isEmpty })
    #expect(names.name(ofSymbol: handlers[0].symbols[0]) == "trip, view")
    #expect(names.name(ofSymbol: handlers[1].symbols[0]) == "trip, view 2")
    #expect(names.name(ofSymbol: handlers[2].symbols[0]) == "a, business and 2 more")
    #expect(names.hasHandler(handlers[0].symbols[0]) && !names.hasHandler("main"))
    #expect(names.name(ofSymbol: "main") == nil && names.shownName(ofSymbol: "main") == "main")
    // What the dispatcher calls forwards to the closure itself, or is it.
    let closures = handlers.map { SymbolName.closure($0.symbols[0]) }
    #expect(
      closures[0]?.contains("closure #1") == true && closures[0]?.contains("map.getter") == true
    )
    #expect(closures[1]?.contains("closure #2") == true && closures[2] == closures[4])
    #expect(SymbolName.closure("$s8KymoCore7HandlerC6handleyyF") == nil)
    #expect(SymbolName.closure("main") == nil)
  }

  @Test("are those of the functions that belong to a closure, too, and never of one inside it")
  func functions() throws {
    let closure = Self.closure
    #expect(SymbolName.shown(closure) == "Trip.map.getter {closure 1}")
    let names = HandlerNames([(name: "trip, view", symbols: [closure + "TA"])])
    #expect(names.name(ofSymbol: closure) == "trip, view")
    #expect(names.name(ofSymbol: closure + "TATm") == nil, "several were merged into it")
    #expect(names.name(ofSymbol: closure + "SiycfU_") == nil)
    #expect(names.name(ofSymbol: closure.dropLast(2) + "U0_") == nil)
  }

  @Test("are compared with those of a profile that does not know them by symbols")
  func comparison() throws {
    func profile(_ names: HandlerNames, symbol: String? = Self.closure) -> Profile {
      var profile = Profile(name: "p", exporter: "test")
      profile.threads = [ProfileThread(name: "dispatcher", identifier: 1)]
      profile.frames = [
        ProfileFrame(name: "Trip.map.getter {closure 1}", symbol: symbol ?? ""),
        ProfileFrame(name: "[js] trip"),
      ]
      profile.samples = [ProfileSample(stack: [0], thread: 0, count: 3, nanoseconds: 3)]
      profile.name(names)
      return profile
    }
    let names = HandlerNames([(name: "trip, view", symbols: [Self.closure + "TA"])])
    let (old, new) = (profile(HandlerNames()), profile(names))
    #expect(new.frames.map(\.name) == ["trip, view", "[js] trip"])
    #expect(new.notes.map(\.name) == ["closures"] && old.notes.isEmpty)
    func functions(_ before: Profile, _ after: Profile) throws -> [String] {
      try ProfileDifference(before: before, after: after).functions.map(\.name)
    }
    #expect(try functions(new, new) == ["trip, view"])
    #expect(try functions(old, new) == ["Trip.map.getter {closure 1}"])
    #expect(try functions(new, old) == ["Trip.map.getter {closure 1}"])
    var folded = new
    (folded.notes, folded.frames) = ([], new.frames.map { ProfileFrame(name: $0.name) })
    #expect(try functions(folded, new) == ["trip, view"], "there are no symbols to compare by")
  }

  /// The first closure in `Trip.map` of a module `App`, as the linker has it.
  private static let closure =
    "$s3App4TripC3map8KymoCore10CommandMapVvgAE7VerdictOAE8ExchangeVzcfU_"
}
