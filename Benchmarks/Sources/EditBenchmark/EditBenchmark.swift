import BenchmarkKit
import Foundation
import KymoCore
import KymoMCAP
import KymoRecording
import KymoSamples

// copy:     file ─▶ MCAPStreamReader ─▶ MCAPWriter ─▶ file, every message on its channel
// cut:      the same file ─▶ RecordingCut, all of it ─▶ file
// merge:    eight parts of it, that all begin at once ─▶ RecordingMerge ─▶ file
// inspect:  a recording with its trace ─▶ RecordingSurvey
// query:    the same ─▶ RecordingDatabase ─▶ SQLite

let count = 10_000_000

/// The seconds that `body` takes.
func timed(_ body: () throws -> Void) -> Double {
  let clock = MonotonicClock()
  let start = clock.now
  do { try body() } catch { preconditionFailure("\(error)") }
  return Double(clock.now - start) / 1e9
}

@main struct EditBenchmark {
  static func main() throws {
    let folder = CommandLine.arguments.dropFirst().first ?? "/dev/shm"
    let own = "\(folder)/kymo-benchmark-\(ProcessInfo.processInfo.processIdentifier)"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: own) }
    let files = try WalkFiles(in: own)
    print("a walk of \(count) events; \(files.inputCount) messages of it are inputs")
    editing(files)
    looking(files)
  }

  /// An operation is a message.
  static func editing(_ files: WalkFiles) {
    var editing = Comparison("Cutting and merging, messages", operations: files.inputCount)
    let copy = "copy, by the same reader and writer"
    editing.add(copy) { timed { try files.copy() } }
    editing.add("cut, of all there is") { timed { try files.cut() } }
    editing.add("merge of eight") { timed { try files.merge() } }
    editing.run(rounds: 5)
    editing.speed("Cut", of: "cut, of all there is", to: [copy], goal: .atLeast(0.8))
    editing.speed("Merge of eight files", of: "merge of eight", to: [copy], goal: .atLeast(0.5))
  }

  /// An operation is an event, which has an input and a step in the file.
  static func looking(_ files: WalkFiles) {
    var looking = Comparison("Looking into a recording with a trace, events", operations: count)
    let replay = "replay, for its digest"
    looking.add(replay) { timed { try files.replay() } }
    looking.add("inspect") { timed { try files.inspect() } }
    for column in ["command", "second"] {
      looking.add("query, by \(column)") { timed { try files.group(by: column) } }
    }
    looking.run(rounds: 5)
    looking.time("Inspect", of: "inspect", goal: .atMost(100))
    looking.speed("Inspect, to replay", of: "inspect", to: [replay])
    for column in ["command", "second"] {
      looking.time("Query, groups by \(column)", of: "query, by \(column)", goal: .atMost(200))
    }
  }
}
