import BenchmarkKit
import Foundation
import KymoCore
import KymoMCAP
import StoragePeers

// record:  events in memory ─▶ Recorder ─ chunks ─▶ two threads ─▶ file
// replay:  file ─▶ reading thread ─ ring ─▶ Dispatcher ─▶ Tracer ─▶ digest, and back into a file
//
// Samples of an accelerometer are the smallest messages there are; a walk is what people record.

let count = 2_000_000
let samples = Samples.still(count)

@main struct SessionBenchmark {
  static func main() {
    let folder = CommandLine.arguments.dropFirst().first ?? "/dev/shm"
    let files = Files(folder)
    defer { files.remove() }
    let parts = [
      ("recording", recording), ("compressing", compressing), ("replaying", replaying),
      ("copying", copying), ("database", database),
    ]
    // All parts, unless some are named behind the folder.
    let named = CommandLine.arguments.dropFirst(2)
    for (name, run) in parts where named.isEmpty || named.contains(name) { run(files) }
  }

  static func recording(_ files: Files) {
    _ = record(samples, to: files.plain, .none)
    let size = files.size(files.plain)
    print(
      "\(count) accelerometer samples, \(size / count) bytes each in the file, in \(files.folder)"
    )
    var recording = Comparison("Recording, samples, uncompressed", operations: count)
    let (plain, container) = ("write(2) of as many bytes", "container in place, one thread")
    recording.add(plain) { StoragePeers.write(to: files.plain, bytes: size) }
    recording.add(container) { write(samples, to: files.plain, threads: 0) }
    recording.add("container in place, its own threads") {
      write(samples, to: files.plain, threads: 2)
    }
    recording.add("Recorder") { record(samples, to: files.plain, .none) }
    recording.add("Recorder, to nowhere") { record(samples, to: nil, .none) }
    recording.add("the events alone") { walk(samples) }
    recording.run()
    recording.speed(
      "MCAP container, uncompressed",
      of: "container in place, its own threads",
      to: [plain],
      goal: .atLeast(0.7)
    )
    recording.speed("Recorder, uncompressed", of: "Recorder", to: [container], goal: .atLeast(0.8))
    recording.difference(
      "Dispatcher's own cost of recording",
      of: "Recorder, to nowhere",
      from: "the events alone",
      goal: .atMost(15)
    )
  }

  static func compressing(_ files: Files) {
    _ = record(samples, to: files.plain, .none)
    let (bytes, blocks) = chunks(of: files.plain)
    var compressing = Comparison("Recording, samples, compressed", operations: count)
    compressing.add("zstd alone") { StoragePeers.zstd(bytes, blocks, level: 0).seconds }
    compressing.add("container in place, zstd, one thread") {
      write(samples, to: files.other, threads: 0, .zstd)
    }
    compressing.add("Recorder, zstd") { record(samples, to: files.other, .zstd) }
    compressing.add("LZ4 alone") { StoragePeers.lz4(bytes, blocks).seconds }
    compressing.add("Recorder, LZ4") { record(samples, to: files.other, .lz4) }
    compressing.run()
    compressing.speed(
      "MCAP container, zstd",
      of: "container in place, zstd, one thread",
      to: ["zstd alone"]
    )
    compressing.speed(
      "Recorder, zstd",
      of: "Recorder, zstd",
      to: ["zstd alone"],
      goal: .atLeast(0.9)
    )
    compressing.speed("Recorder, LZ4", of: "Recorder, LZ4", to: ["LZ4 alone"], goal: .atLeast(0.9))
  }

  static func replaying(_ files: Files) {
    _ = record(samples, to: files.plain, .none)
    let digest = copy(files.plain, to: files.other)
    var replaying = Comparison("Replaying, file to digest, samples", operations: count)
    for (name, path) in [("uncompressed", files.plain), ("zstd with trace", files.other)] {
      replaying.add("events alone, \(name)") { decode(path, count) }
      replaying.add("replay, \(name)") { replay(path, expect: digest) }
      replaying.add("replay, \(name), one core") {
        StoragePeers.useCores(1)
        defer { StoragePeers.useCores(2) }
        return replay(path, expect: digest)
      }
    }
    replaying.run()
    for (name, goal) in [("uncompressed", 0.9), ("zstd with trace", 0.8)] {
      replaying.speed(
        "Replay, file to digest, \(name)",
        of: "replay, \(name)",
        to: ["events alone, \(name)"],
        goal: .atLeast(goal)
      )
      replaying.speed(
        "Replay, two cores to one, \(name)",
        of: "replay, \(name)",
        to: ["replay, \(name), one core"],
        goal: .atLeast(1.6)
      )
    }
  }

  static func copying(_ files: Files) {
    let walk = Samples.walk(count)
    _ = record(walk, to: files.plain, .none)
    var copying = Comparison(
      "Replaying a walk, and recording it by default",
      operations: walk.count
    )
    copying.add("replay --record") {
      timed { _ = copy(files.plain, to: files.other) }
    }
    copying.run()
    copying.time("replay --record of a walk", of: "replay --record", goal: .atMost(200))
    let raw = Samples.bodies(walk)
    let alone = StoragePeers.zstd(raw, [StoragePeers.block(at: 0, size: raw.count)], level: 3).bytes
    let whole = files.size(files.other)
    print(
      "  \(whole / walk.count) bytes for an event and its step, \(alone / walk.count) for its sample alone"
    )
    Measured(
      "Bytes of a recorded walk",
      of: "recording with trace",
      to: ["its samples alone as zstd of the CDR"],
      values: [Double(whole) / Double(alone)],
      goal: .atMost(1.3)
    )
  }

  static func database(_ files: Files) {
    let some = Array(samples.prefix(count / 4))
    let (bodies, times) = (Samples.bodies(some), some.map(\.timestamp))
    var database = Comparison("Recording, samples, beside SQLite", operations: some.count)
    let sqlite = "SQLite, a transaction for each second"
    database.add(sqlite) { StoragePeers.sqlite(to: files.other, bodies, times) }
    database.add("Recorder, zstd") { record(some, to: files.other, .zstd) }
    database.run()
    database.speed("Recorder beside SQLite", of: "Recorder, zstd", to: [sqlite], goal: .atLeast(10))
  }
}
