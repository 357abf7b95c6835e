import BenchmarkKit
import KymoCore

/// A batch handler of the same arithmetic as the three stages: the reply has the magnitude.
final class MagnitudeBatch: BatchHandler {
  let limit = Double(one) * 160
  override func handle(_ batch: inout BatchExchange) throws(HandlerError) {
    for index in 0..<batch.count {
      let a = batch[index].payload.acceleration
      guard abs(a.x) <= limit && abs(a.y) <= limit && abs(a.z) <= limit else {
        batch.reject(index)
        continue
      }
      let magnitude = (a.x * a.x + a.y * a.y + a.z * a.z).squareRoot()
      batch.reply(index, Acceleration(x: a.x, y: a.y, z: magnitude))
    }
  }
}

/// The events as a sensor gives them: of one command.
let samples: [Event] = events.map { event in
  var event = event
  event.command = CommandID(rawValue: 1)
  return event
}

func batches() -> Double {
  var map = CommandMap()
  map.batch(names[0], MagnitudeBatch())
  return dispatch(samples, by: map)
}

/// The same arithmetic over the array, with the same checks and a reply that is kept.
func plainLoop() -> Double {
  let limit = Double(one) * 160
  var replies = [Acceleration](repeating: Acceleration(x: 0, y: 0, z: 0), count: 256)
  var sum = 0.0
  let clock = MonotonicClock()
  let start = clock.now
  for _ in 0..<rounds {
    var first = 0
    while first < samples.count {
      for index in 0..<256 {
        let a = samples[first + index].payload.acceleration
        guard abs(a.x) <= limit && abs(a.y) <= limit && abs(a.z) <= limit else { continue }
        let magnitude = (a.x * a.x + a.y * a.y + a.z * a.z).squareRoot()
        replies[index] = Acceleration(x: a.x, y: a.y, z: magnitude)
      }
      for index in 0..<256 { sum += replies[index].z }
      first += 256
    }
  }
  let seconds = Double(clock.now - start) / 1e9
  check(sum, "the loop")
  return seconds
}

func compareBatches() {
  var comparison = Comparison(
    "A run of samples in batches",
    operations: samples.count * rounds
  )
  comparison.add("a plain loop over the array") { plainLoop() }
  comparison.add("Dispatcher, batch handler") { batches() }
  comparison.run()
  comparison.cost(
    "dispatch, batch handlers on sensor runs",
    of: "Dispatcher, batch handler",
    to: ["a plain loop over the array"],
    goal: .atMost(2)
  )
}

/// Commands by name, in random order, as UTF-8 that came from elsewhere.
let wanted: [Int] = events.map { Int($0.command.rawValue) }
let utf8Names: [UInt8] = names.flatMap { Array($0.utf8) }
/// Where each of them lies.
let places: [Range<Int>] = names.reduce(into: []) { places, name in
  let start = places.last?.upperBound ?? 0
  places.append(start..<start + name.utf8.count)
}
let expectedRows = wanted.reduce(0, +) * rounds / 10

func tableNames() -> Double {
  var map = CommandMap()
  for name in names { map.view(name, Reply()) }
  let table: CommandTable
  do { table = try CommandTable(map) } catch { preconditionFailure("\(error)") }
  let lookup = table.lookup
  let bytes = utf8Names
  let ranges = places
  var sum = 0
  let clock = MonotonicClock()
  let start = clock.now
  for _ in 0..<rounds / 10 {
    for row in wanted {
      sum += unsafe Int(lookup.id(of: bytes.span.bytes.extracting(ranges[row - 1])).rawValue)
    }
  }
  let seconds = Double(clock.now - start) / 1e9
  precondition(sum == expectedRows, "the table found other names")
  return seconds
}

func dictionaryNames() -> Double {
  let dictionary = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0 + 1) })
  var sum = 0
  let clock = MonotonicClock()
  let start = clock.now
  for _ in 0..<rounds / 10 {
    for row in wanted { sum += dictionary[names[row - 1]] ?? 0 }
  }
  let seconds = Double(clock.now - start) / 1e9
  precondition(sum == expectedRows, "the dictionary found other names")
  return seconds
}

func compareNames() {
  var comparison = Comparison(
    "A command's row from its name, 32 commands",
    operations: wanted.count * rounds / 10
  )
  comparison.add("Dictionary<String, Int>") { dictionaryNames() }
  comparison.add("CommandNames") { tableNames() }
  comparison.run()
  comparison.speed(
    "dispatch from a command name",
    of: "CommandNames",
    to: ["Dictionary<String, Int>"],
    goal: .atLeast(4)
  )
}
