import BenchmarkKit
import CPeers
import KymoCore

//                     ┌─ validate ─▶ business ─▶ view ─┐
// 65,536 events ──▶ row of the command (32)             ├──▶ sink (sum of the replies)
//                     └──────── a handler each ─────────┘
//
// One thread. All ways compute the same sum, which is checked. The handlers have state that is known only
// when the program runs, as real ones do; it has the value 1 throughout, and the C peer has it too.

let commands = 32
let rounds = 200
let names = (0..<commands).map { "command\($0)" }
let one = Int(CommandLine.argc)

final class RangeCheck: Handler {
  let limit = Double(one) * 160
  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let a = exchange.event.payload.acceleration
    return abs(a.x) <= limit && abs(a.y) <= limit && abs(a.z) <= limit ? .proceed : .exit
  }
}
final class Magnitude: Handler {
  let scale = Double(one)
  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let a = exchange.event.payload.acceleration
    try exchange.append(.number((a.x * a.x + a.y * a.y + a.z * a.z).squareRoot() * scale))
    return .proceed
  }
}
final class Reply: Handler {
  let result = one - 1
  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let a = exchange.event.payload.acceleration
    var magnitude = 0.0
    if case .number(let value)? = exchange.result(result) { magnitude = value }
    exchange.reply(Acceleration(x: a.x, y: a.y, z: magnitude))
    return .proceed
  }
}

/// A linear congruential generator (Knuth's constants), seeded: the same events in every run.
struct Random {
  var state: UInt64 = 42
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
let events: [Event] = {
  var random = Random()
  return (0..<65_536).map { index in makeEvent(index, &random) }
}()
func makeEvent(_ index: Int, _ random: inout Random) -> Event {
  Event(
    timestamp: Int64(index),
    sequence: UInt32(index),
    command: CommandID(rawValue: UInt16(random.next() % 32 + 1)),
    source: .accelerometer,
    kind: .acceleration,
    payload: Payload(Acceleration(x: Double(random.next() % 160), y: 1, z: 9.8))
  )
}
let expected =
  events.reduce(0.0) { sum, event in
    let a = event.payload.acceleration
    return sum + (a.x * a.x + a.y * a.y + a.z * a.z).squareRoot()
  } * Double(rounds)
func check(_ sum: Double, _ name: String) {
  precondition(abs(sum / expected - 1) < 1e-9, "\(name) computed \(sum), expected \(expected)")
}

struct SumSink: OutcomeSink {
  var sum = 0.0
  mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    sum += outcome.reply.acceleration.z
  }
}

func makeMap(closures: Bool) -> CommandMap {
  var map = CommandMap()
  for name in names {
    if closures {
      map.validate(name) { (exchange: inout Exchange) throws(HandlerError) in
        let a = exchange.event.payload.acceleration
        return abs(a.x) <= 160 && abs(a.y) <= 160 && abs(a.z) <= 160 ? .proceed : .exit
      }
      map.business(name) { (exchange: inout Exchange) throws(HandlerError) in
        let a = exchange.event.payload.acceleration
        try exchange.append(.number((a.x * a.x + a.y * a.y + a.z * a.z).squareRoot()))
        return .proceed
      }
      map.view(name) { (exchange: inout Exchange) throws(HandlerError) in
        let a = exchange.event.payload.acceleration
        var magnitude = 0.0
        if case .number(let value)? = exchange.result(0) { magnitude = value }
        exchange.reply(Acceleration(x: a.x, y: a.y, z: magnitude))
        return .proceed
      }
    } else {
      map.validate(name, RangeCheck())
      map.business(name, Magnitude())
      map.view(name, Reply())
    }
  }
  return map
}

/// The seconds of dispatching `list` in all rounds by the table of `map`, whose replies are checked.
func dispatch(_ list: [Event], by map: CommandMap) -> Double {
  let table: CommandTable
  do { table = try CommandTable(map) } catch { preconditionFailure("\(error)") }
  var dispatcher = Dispatcher(table: table, sink: SumSink())
  let none = PayloadArena.empty
  let clock = MonotonicClock()
  let start = clock.now
  for _ in 0..<rounds { dispatcher.dispatch(list.span, arena: none) }
  let seconds = Double(clock.now - start) / 1e9
  check(dispatcher.sink.sum, "Dispatcher")
  return seconds
}

func dispatcher(closures: Bool) -> Double { dispatch(events, by: makeMap(closures: closures)) }

// The book's design: a dictionary from the command's name to a list of objects, once for each stage.
struct Request {
  var event: Event
  var results: [Any] = []
  var reply = 0.0
}
typealias Step = (inout Request) -> Any?
struct Book {
  var validation: [String: [Step]] = [:]
  var business: [String: [Step]] = [:]
  var view: [String: [Step]] = [:]
}
func makeBook() -> Book {
  var book = Book()
  for name in names {
    book.validation[name] = [
      { request in
        let a = request.event.payload.acceleration
        return abs(a.x) <= 160 && abs(a.y) <= 160 && abs(a.z) <= 160 ? true : nil
      }
    ]
    book.business[name] = [
      { request in
        let a = request.event.payload.acceleration
        return (a.x * a.x + a.y * a.y + a.z * a.z).squareRoot()
      }
    ]
    book.view[name] = [
      { request in
        request.reply = request.results[0] as? Double ?? 0
        return true
      }
    ]
  }
  return book
}

func book(_ theBook: Book) -> Double {
  let clock = MonotonicClock()
  let start = clock.now
  var sum = 0.0
  let bookRounds = rounds / 20
  for _ in 0..<bookRounds {
    for event in events {
      let name = names[Int(event.command.rawValue) - 1]
      var request = Request(event: event)
      run: do {
        for step in theBook.validation[name] ?? [] where step(&request) == nil { break run }
        for step in theBook.business[name] ?? [] {
          guard let result = step(&request) else { break run }
          request.results.append(result)
        }
        for step in theBook.view[name] ?? [] where step(&request) == nil { break run }
      }
      sum += request.reply
    }
  }
  let seconds = Double(clock.now - start) / 1e9
  check(sum * Double(rounds) / Double(bookRounds), "book")
  return seconds * Double(rounds) / Double(bookRounds)
}

func functionPointers(bare: Bool) -> Double {
  precondition(MemoryLayout<peer_event>.size == MemoryLayout<Event>.size)
  var sum = 0.0
  let peer = bare ? unsafe peers_function_pointers_bare : unsafe peers_function_pointers
  let seconds = unsafe events.withUnsafeBytes { bytes in
    unsafe peer(
      bytes.baseAddress?.assumingMemoryBound(to: peer_event.self),
      UInt64(events.count),
      UInt64(rounds),
      UInt32(commands),
      &sum
    )
  }
  check(sum, "C function pointers")
  return seconds
}

@main struct DispatchBenchmark {
  static func main() {
    peers_pin(1)
    let theBook = makeBook()
    var comparison = Comparison(
      "Three stages of one event, 32 commands",
      operations: events.count * rounds
    )
    precondition(one == 1, "no arguments, please")
    comparison.add("C function pointers") { functionPointers(bare: false) }
    comparison.add("C function pointers, unchecked, stateless") { functionPointers(bare: true) }
    comparison.add("Dispatcher, handler classes") { dispatcher(closures: false) }
    comparison.add("Dispatcher, closures") { dispatcher(closures: true) }
    comparison.add("dictionary of lists (the book)") { book(theBook) }
    comparison.run()
    let pointers = "C function pointers"
    comparison.cost(
      "dispatch, three stages, classes",
      of: "Dispatcher, handler classes",
      to: [pointers],
      goal: .atMost(1.15)
    )
    comparison.cost(
      "dispatch, three stages, closures",
      of: "Dispatcher, closures",
      to: [pointers],
      goal: .atMost(1.4)
    )
    comparison.speed(
      "dispatch, three stages",
      of: "Dispatcher, handler classes",
      to: ["dictionary of lists (the book)"],
      goal: .atLeast(10)
    )
    compareBatches()
    compareNames()
  }
}
