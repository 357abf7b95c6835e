import BenchmarkKit
import Foundation
import KymoCore
import KymoFormats
import KymoMCAP
import KymoRecording
import KymoSamples
import StoragePeers

// csv module:    file ─▶ rows of strings, in Python
// events:        file ─▶ survey ─▶ events, on one core
// recording:     file ─▶ survey ─▶ events ─▶ app ─▶ chunks ─▶ file, on two cores

/// The seconds that `body` takes.
func timed(_ body: () throws -> Void) -> Double {
  let clock = MonotonicClock()
  let start = clock.now
  do { try body() } catch { preconditionFailure("\(error)") }
  return Double(clock.now - start) / 1e9
}

func open(_ path: String) throws -> ImportedEvents {
  try SessionImporter(formats: ImportFormats.all).open(paths: [path])
}

/// Makes all events, and looks at each.
func readEvents(_ path: String, count expected: Int) -> Double {
  timed {
    var events = try open(path)
    var (count, sum) = (0, UInt64(0))
    while true {
      let block = try events.next()
      if block.isEmpty { break }
      for event in block { sum = (sum &+ event.payload.word0) &* 0x9E37_79B9_7F4A_7C15 }
      count += block.count
    }
    precondition(
      count == expected && sum != 0,
      "\(count) events instead of \(expected)"
    )
  }
}

/// Makes a recording, as `kymo import` does.
func makeRecording(_ export: ExportFile, to path: String) -> Double {
  timed {
    let events = try open(export.path)
    let app = try AppInstance(DeviceCatalog.self)
    var maker = try SessionMaker(MCAPFileSink(path: path), app, events.description)
    try maker.append(allOf: events)
    precondition(maker.count(of: .accelerometer) == export.rowCount, "events were lost")
    _ = try maker.finish()
  }
}

/// The seconds in which Python's csv module reads the rows.
func readInPython(_ path: String, count expected: Int) -> Double {
  runInPython(
    """
    import csv, sys, time
    start = time.perf_counter()
    count = sum(1 for _ in csv.reader(open(sys.argv[1], newline="")))
    print(time.perf_counter() - start, count)
    """,
    path,
    count: expected
  )
}

/// The seconds in which Python's expat meets the points of a track.
func parseInPython(_ path: String, count expected: Int) -> Double {
  runInPython(
    """
    import sys, time, xml.parsers.expat
    start, count = time.perf_counter(), 0
    def begin(name, attributes):
        global count
        if name == "trkpt": count += 1
    parser = xml.parsers.expat.ParserCreate()
    parser.StartElementHandler = begin
    parser.ParseFile(open(sys.argv[1], "rb"))
    print(time.perf_counter() - start, count)
    """,
    path,
    count: expected
  )
}

/// The seconds that a script prints, with how many things it has found in a file.
func runInPython(_ script: String, _ path: String, count expected: Int) -> Double {
  do {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-c", script, path]
    process.standardOutput = pipe
    try process.run()
    let words = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace)
    process.waitUntilExit()
    guard words.count == 2, Int(words[1]) == expected, let seconds = Double(words[0])
    else { preconditionFailure("Python has counted \(words)") }
    return seconds
  } catch { preconditionFailure("\(error)") }
}

@main struct ImportBenchmark {
  static func main() throws {
    let folder = CommandLine.arguments.dropFirst().first ?? "/dev/shm"
    let own = "\(folder)/kymo-benchmark-\(ProcessInfo.processInfo.processIdentifier)"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: own) }
    for dialect in ExportFile.Dialect.allCases {
      let export = try ExportFile(dialect, in: own)
      compare(dialect, export, to: own + "/recording.mcap")
      try FileManager.default.removeItem(atPath: export.path)
    }
    let sentences = try NMEAFile(in: own)
    print("\(sentences.sentenceCount) sentences of NMEA 0183, \(sentences.size) bytes")
    try compare(
      "NMEA",
      sentences.path,
      size: sentences.size,
      fixCount: sentences.fixCount,
      rate: 100,
      to: (
        "sentences of Python's csv module",
        { readInPython(sentences.path, count: sentences.sentenceCount) }
      )
    )
    let track = try GPXFile(in: own)
    print("\(track.pointCount) points of GPX, \(track.size) bytes")
    try compare(
      "GPX",
      track.path,
      size: track.size,
      fixCount: track.pointCount,
      rate: 60,
      to: ("points of Python's expat", { parseInPython(track.path, count: track.pointCount) })
    )
  }

  static func onOneCore(_ path: String, count: Int) -> Double {
    StoragePeers.useCores(1)
    defer { StoragePeers.useCores(2) }
    return readEvents(path, count: count)
  }

  /// Fixes in a form that has no columns; Python only takes it apart.
  ///
  /// - Parameters:
  ///   - name: the form.
  ///   - path: a file of it.
  ///   - size: its bytes.
  ///   - fixCount: how many fixes it has.
  ///   - rate: the goal, in MB/s.
  ///   - python: what Python does with it, and how long that takes.
  /// - Throws: that the file cannot be removed.
  static func compare(
    _ name: String,
    _ path: String,
    size: Int,
    fixCount: Int,
    rate: Double,
    to python: (name: String, seconds: () -> Double)
  ) throws {
    var importing = Comparison("Importing \(name), bytes", operations: size)
    importing.add(python.name, python.seconds)
    importing.add("\(name) to events") { onOneCore(path, count: fixCount) }
    importing.run(rounds: 5)
    let own = "\(name) to events"
    importing.speed(own, of: own, to: [python.name], goal: .atLeast(1))
    importing.time("\(own), a byte", of: own, goal: .rate(rate))
    try FileManager.default.removeItem(atPath: path)
  }

  /// An operation is a byte, so that millions in a second are MB/s.
  static func compare(_ dialect: ExportFile.Dialect, _ export: ExportFile, to path: String) {
    let name = dialect.rawValue
    print("\(export.rowCount) rows of \(name), \(export.size) bytes")
    var importing = Comparison("Importing CSV of \(name), bytes", operations: export.size)
    let python = "rows of Python's csv module"
    importing.add(python) { readInPython(export.path, count: export.rowCount + 1) }
    importing.add("CSV to events") { onOneCore(export.path, count: export.rowCount) }
    importing.add("CSV to a recording") { makeRecording(export, to: path) }
    importing.run(rounds: 5)
    importing.speed(
      "CSV of \(name) to events",
      of: "CSV to events",
      to: [python],
      goal: .atLeast(2.3)
    )
    importing.speed(
      "CSV of \(name) to a recording",
      of: "CSV to a recording",
      to: [python],
      goal: .atLeast(1.4)
    )
    importing.time("CSV of \(name) to events, a byte", of: "CSV to events", goal: .rate(300))
    importing.time(
      "CSV of \(name) to a recording, a byte",
      of: "CSV to a recording",
      goal: .rate(180)
    )
  }
}

extension Goal {
  /// At least so many MB/s, as the ns of a byte.
  static func rate(_ megabytes: Double) -> Goal { .atMost((1e5 / megabytes).rounded(.down) / 100) }
}
