import KymoCore
import Testing

/// Handlers that are mapped by name, as QuickConnect does it.
@Suite("Named handlers") struct NamedHandlerTests {
  /// Counts its events; two mappings of one handler would be seen by it.
  final class Count: Handler {
    let log: Log
    let name: String
    var count = 0

    init(_ log: Log, _ name: String) {
      self.log = log
      self.name = name
    }

    override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
      count += 1
      log.lines.append("\(name) \(count)")
      return .proceed
    }
  }

  let log = Log()

  func run(_ map: CommandMap, _ commands: [UInt16]) throws {
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: NoSink())
    let events = commands.map { Event.sample(at: 0, command: $0) }
    dispatcher.dispatch(events.span, arena: .empty)
  }

  @Test("Each family maps to its stage, in the order of mapping, mixed with others")
  func stages() throws {
    let log = log
    var map = CommandMap()
    for name in ["Val", "B", "V", "E"] { map.define(name) { log.step(name) } }
    map.mapCommandToVCO("a", "V")
    map.mapCommandToBCO("a", "B")
    map.business("a", log.step("own"))
    map.mapCommandToBCO("a", "V")
    map.mapCommandToValCO("a", "Val")
    map.mapCommandToECO("a", "E")
    map.map(.view, "a", named: "B")
    map.view("a") { (_) throws(HandlerError) in throw .unavailable }
    try run(map, [1])
    #expect(log.take() == ["Val", "B", "own", "V", "V", "B", "E"])
  }

  @Test("Each mapping has a handler of its own, and so has each table")
  func separate() throws {
    let log = log
    var map = CommandMap()
    map.define("Count") { Count(log, "count") }
    map.mapCommandToVCO("a", "Count")
    map.mapCommandToVCO("b", "Count")
    map.mapCommandToVCO("b", "Count")
    try run(map, [1, 1, 2, 1])
    #expect(log.take() == ["count 1", "count 2", "count 1", "count 1", "count 3"])
    try run(map, [1])
    #expect(log.take() == ["count 1"])
  }

  @Test("A default handler is one for all commands")
  func defaults() throws {
    let log = log
    var map = CommandMap()
    var made = 0
    map.define("Count") {
      made += 1
      return Count(log, "default")
    }
    map.mapCommandToVCO("a", "Count")
    map.mapCommandToValCO("default", "Count")
    map.mapCommandToVCO("b", "Count")
    try run(map, [1, 3, 2])
    #expect(
      log.take() == ["default 1", "default 1", "default 2", "default 1", "default 3"]
    )
    #expect(made == 3)
  }

  @Test("A later definition replaces an earlier one, also for what is mapped already")
  func redefined() throws {
    let log = log
    var map = CommandMap()
    map.mapCommandToVCO("a", "Step")
    map.define("Step") { log.step("first") }
    map.define("Step") { log.step("second") }
    try run(map, [1])
    #expect(log.take() == ["second"])
  }

  @Test("A name that is not defined is an error of the table, and says where it stands")
  func unknown() throws {
    func error(_ map: CommandMap) -> CommandTableError? {
      do throws(CommandTableError) {
        _ = try CommandTable(map)
        return nil
      } catch { return error }
    }
    for stage in Stage.allCases {
      for command in ["play", "default"] {
        var map = CommandMap()
        map.define("Known") { Handler() }
        map.mapCommandToVCO("play", "Known")
        map.map(stage, command, named: "PlayAudioVC0")
        let expected = CommandTableError.unknownHandler(
          name: "PlayAudioVC0",
          command: command,
          stage: stage
        )
        #expect(error(map) == expected)
        for part in ["PlayAudioVC0", "'\(command)'", "\(stage)"] {
          #expect(expected.description.contains(part))
        }
        #expect(throws: expected) { try map.replaceHandlers { $1 } }
        map.define("PlayAudioVC0") { Handler() }
        #expect(error(map) == nil)
      }
    }
  }

  @Test("Handlers are replaced where they stand, named ones too")
  func replaced() throws {
    let log = log
    var map = CommandMap()
    map.define("Named") { log.step("named") }
    map.mapCommandToValCO("a", "Named")
    map.view("default", log.step("default"))
    map.view("b", log.step("b"))
    var places: [String] = []
    try map.replaceHandlers { place, handler in
      places.append("\(place.command) \(place.stage)")
      return ClosureHandler { (exchange) throws(HandlerError) in
        log.lines.append("before")
        return try handler.handle(&exchange)
      }
    }
    #expect(places == ["a validate", "default view", "b view"])
    try run(map, [1, 3])
    #expect(
      log.take() == [
        "before", "named", "before", "default", "before", "default", "before", "b",
      ]
    )
  }
}
