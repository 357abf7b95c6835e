import BenchmarkKit
import Foundation
import KymoCore
import KymoMCAP
import KymoRecording
import StoragePeers

// One uncompressed recording of accelerometer samples, read to a sum over all that is in them:
//
// session:     file ─▶ SessionEvents ─▶ events in the order of dispatch
// file order:  file ─▶ MCAPStreamReader ─▶ views
// time order:  file ─▶ MCAPIndexedReader ─▶ MCAPMessageCursor ─▶ views
//
// And three channels by turns in one file, compressed, in the order of time.

let count = 4_000_000

/// The three values of a sample, as the bits that are in the file.
func words(_ index: Int) -> (UInt64, UInt64, UInt64) {
  let value = Double(index) * 0.001
  return (value.bitPattern, (-value).bitPattern, (9.81 + value).bitPattern)
}

func timestamp(_ index: Int) -> Int64 { 1_000_000_000 + Int64(index) * 1_000_000 }

/// A sum in which every bit of a sample and its place in the order count.
struct Sum: Equatable {
  var value: UInt64 = 0
  var count = 0

  @inline(__always) mutating func add(_ time: UInt64, _ x: UInt64, _ y: UInt64, _ z: UInt64) {
    value = (value &+ time) &* 0x9E37_79B9_7F4A_7C15 &+ (x ^ (y &<< 1) ^ (z &<< 2))
    count += 1
  }
}

func write(to path: String) throws -> Sum {
  var sum = Sum()
  var options = SessionWriter.Options()
  options.container.compression = .none
  var writer = try SessionWriter(
    MCAPFileSink(path: path),
    description: SessionDescription(origin: "benchmark"),
    hasTrace: false,
    options: options
  )
  for index in 0..<count {
    let (x, y, z) = words(index)
    var payload = Payload()
    payload.word0 = x
    payload.word1 = y
    payload.word2 = z
    try writer.append(
      Event(
        timestamp: timestamp(index),
        sequence: UInt32(index),
        command: CommandID(rawValue: 0),
        source: .accelerometer,
        kind: .acceleration,
        payload: payload
      )
    )
    sum.add(UInt64(timestamp(index)), x, y, z)
  }
  _ = try writer.finish(nil)
  return sum
}

/// Three channels by turns, compressed.
func writeInterleaved(to path: String) throws -> Sum {
  var sum = Sum()
  var writer = try MCAPWriter(MCAPFileSink(path: path))
  let channels = try ["/a", "/b", "/c"].map {
    try writer.addChannel(topic: $0, messageEncoding: "cdr")
  }
  for index in 0..<count {
    let (x, y, z) = words(index)
    let time = UInt64(timestamp(index))
    try writer.appendMessage(
      channel: channels[index % 3],
      sequence: UInt32(index / 3),
      logTime: time,
      publishTime: time,
      dataLength: 28
    ) { body in
      unsafe body.append(UInt32(0x100), as: UInt32.self)
      for word in [x, y, z] { unsafe body.append(word, as: UInt64.self) }
    }
    sum.add(time, x, y, z)
  }
  _ = try writer.finish()
  return sum
}

func readSession(_ path: String, inBlocks: Bool) throws -> Sum {
  var sum = Sum()
  func add(_ event: Event) {
    let payload = event.payload
    sum.add(UInt64(event.timestamp), payload.word0, payload.word1, payload.word2)
  }
  var map = CommandMap()
  map.view("accel") { _ in .proceed }
  let file = try SessionFile(path: path)
  var events = try file.events(CommandRouting(CommandTable(map)))
  guard inBlocks else {
    while let event = try events.next() { add(event) }
    return sum
  }
  var hasMore = true
  while hasMore {
    let block = try [Event](capacity: 256) { output throws(SessionError) in
      hasMore = try events.fill(&output)
    }
    for event in block { add(event) }
  }
  return sum
}

@inline(__always) func add(_ view: MCAPMessageView, _ data: RawSpan, to sum: inout Sum) {
  // A CDR header of four bytes, then three doubles.
  sum.add(view.logTime, data.load(at: 4), data.load(at: 12), data.load(at: 20))
}

func fileOrder(_ path: String) throws -> Sum {
  var sum = Sum()
  var reader = MCAPStreamReader(try MCAPFileSource(path: path))
  while let view = try reader.nextMessage() {
    reader.withData(of: view) { add(view, $0, to: &sum) }
  }
  return sum
}

func timeOrder(_ path: String) throws -> Sum {
  var sum = Sum()
  let reader = try MCAPIndexedReader(MCAPFileSource(path: path))
  var cursor = reader.messages()
  while let view = try cursor.next() {
    cursor.withData(of: view) { add(view, $0, to: &sum) }
  }
  return sum
}

func copies(_ path: String) throws -> Sum {
  var sum = Sum()
  var reader = MCAPStreamReader(try MCAPFileSource(path: path))
  while let record = try reader.next() {
    guard case .message(let message) = record else { continue }
    message.data.withRawSpan { data in
      sum.add(message.logTime, data.load(at: 4), data.load(at: 12), data.load(at: 20))
    }
  }
  return sum
}

/// The seconds that reading takes; what was read must be what was written.
func timed(_ expected: Sum, _ read: () throws -> Sum) -> Double {
  let clock = MonotonicClock()
  do {
    let start = clock.now
    let found = try read()
    let seconds = Double(clock.now - start) / 1e9
    precondition(found == expected, "the sum differs")
    return seconds
  } catch { preconditionFailure("\(error)") }
}

@main struct ReaderBenchmark {
  static func main() throws {
    let folder = CommandLine.arguments.dropFirst().first ?? "/dev/shm"
    let path = "\(folder)/kymo-reader-\(ProcessInfo.processInfo.processIdentifier).mcap"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let expected = try write(to: path)
    let size = ((try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? Int) ?? 0
    print("\(count) accelerometer samples, \(size / count) bytes each in the file, in \(folder)")

    var comparison = Comparison("Reading, messages", operations: count)
    let session = "SessionEvents, blocks of 256"
    comparison.add(session) { timed(expected) { try readSession(path, inBlocks: true) } }
    comparison.add("SessionEvents, one by one") {
      timed(expected) { try readSession(path, inBlocks: false) }
    }
    comparison.add("views in file order") { timed(expected) { try fileOrder(path) } }
    comparison.add("views in time order") { timed(expected) { try timeOrder(path) } }
    comparison.add("records with copies, file order") { timed(expected) { try copies(path) } }
    comparison.run(rounds: 9)
    comparison.speed("MCAP read in file order", of: "views in file order", to: [session])
    comparison.speed("MCAP read in time order", of: "views in time order", to: [session])
    try interleaved(path)
  }

  static func interleaved(_ path: String) throws {
    let expected = try writeInterleaved(to: path)
    let reader = try MCAPIndexedReader(MCAPFileSource(path: path))
    let blocks = reader.segments.map {
      StoragePeers.block(at: Int($0.recordsOffset), size: Int($0.compressedSize))
    }
    let largest = reader.segments.map { Int($0.uncompressedSize) }.max() ?? 0
    let sum = reader.segments.reduce(0) { $0 + UInt64($1.uncompressedCRC) }
    var comparison = Comparison(
      "Reading three channels by turns, zstd, messages",
      operations: count
    )
    let peer = "decompression and checksum alone"
    comparison.add(peer) { StoragePeers.inflate(path, blocks, largest: largest, sum: sum) }
    comparison.add("views in time order") { timed(expected) { try timeOrder(path) } }
    comparison.run(rounds: 9)
    comparison.speed(
      "MCAP read in time order, three channels",
      of: "views in time order",
      to: [peer],
      goal: .atLeast(0.5)
    )
  }
}
