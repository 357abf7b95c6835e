import BenchmarkKit
import Foundation

//  for each size: a process of its own ──▶ its time, its peak of memory, the size of its file
//                                      ──▶ exponents ──▶ a file of all that was measured, and a chart
//
// ScaleBenchmark [--events N] [--seconds S] OUTPUT.json OUTPUT.svg
// ScaleBenchmark --draw INPUT.json OUTPUT.svg

/// Says what is wrong, and ends with the code of a wrong usage or of a failure.
func stop(_ message: String, code: Int32 = 1) -> Never {
  FileHandle.standardError.write(Data("ScaleBenchmark: \(message)\n".utf8))
  exit(code)
}

var words = Array(CommandLine.arguments.dropFirst())
if words.first == "--work" {
  guard words.count == 4, let work = ScaleWork(rawValue: words[1]), let size = Int(words[2]) else {
    stop("--work is for ScaleBenchmark itself", code: 64)
  }
  do {
    let (seconds, bytes) = try work.run(size, words[3])
    let point = ScalePoint(
      size: size,
      seconds: seconds,
      peakBytes: ScalePoint.peakOfThisProcess,
      fileBytes: bytes
    )
    FileHandle.standardOutput.write(try JSONEncoder().encode(point))
  } catch { stop("\(work.rawValue) of \(size): \(error)") }
  exit(0)
}

if words.first == "--draw" {
  guard words.count == 3 else { stop("--draw needs INPUT.json OUTPUT.svg", code: 64) }
  do {
    let data = try Data(contentsOf: URL(fileURLWithPath: words[1]))
    let report = try JSONDecoder().decode(ScaleReport.self, from: data)
    try ScaleChart(report).svg.write(toFile: words[2], atomically: true, encoding: .utf8)
  } catch { stop("\(error)") }
  exit(0)
}

/// The value of an option, which is taken out of the words.
func option(_ name: String, of words: inout [String], default usual: Int) -> Int {
  guard let place = words.firstIndex(of: name) else { return usual }
  guard place + 1 < words.count, let value = Int(words[place + 1]), value > 0 else {
    stop("\(name) needs a whole number above 0", code: 64)
  }
  words.removeSubrange(place...place + 1)
  return value
}

let mostEvents = option("--events", of: &words, default: 10_000_000)
let mostSeconds = option("--seconds", of: &words, default: 16)
guard words.count == 2 else { stop("give it OUTPUT.json OUTPUT.svg", code: 64) }
let folder = FileManager.default.temporaryDirectory.path
let path = "\(folder)/kymo-scale-\(ProcessInfo.processInfo.processIdentifier).mcap"
defer { try? FileManager.default.removeItem(atPath: path) }

/// The sizes from `low` to `high`, each `factor` times the one before.
func sizes(_ low: Int, _ high: Int, by factor: Int) -> [Int] {
  var list: [Int] = []
  var size = low
  while size <= high {
    list.append(size)
    size *= factor
  }
  return list
}

func shown(_ work: ScaleWork, _ point: ScalePoint, _ grows: String) -> ScalePoint {
  let seconds = (point.seconds * 1000).rounded() / 1000
  print(
    "\(work.rawValue)\t\(point.size) \(grows)\t\(seconds) s\t\(point.peakBytes >> 10) KiB\t"
      + (point.fileBytes > 0 ? "\(point.fileBytes) bytes" : "")
  )
  return point
}

/// The fastest of three processes, unless one takes long; the memory is that of the largest.
func measure(_ work: ScaleWork, _ size: Int, _ grows: String) -> ScalePoint {
  do {
    var best = try ScalePoint.measure(work, size, path)
    var tries = 1
    while work != .paced, tries < 3, best.seconds < 5 {
      let other = try ScalePoint.measure(work, size, path)
      best.seconds = min(best.seconds, other.seconds)
      best.peakBytes = max(best.peakBytes, other.peakBytes)
      tries += 1
    }
    return shown(work, best, grows)
  } catch { stop("\(error)") }
}

// Of what is built now, whatever is committed meanwhile.
let machine = MachineDescription()
let events = sizes(100_000, mostEvents, by: 10)
let recorded = events.map { size in
  // Each is replayed before the next one takes its place.
  (measure(.record, size, "events"), measure(.replay, size, "events"))
}
let series = [
  ScaleSeries(work: .record, grows: "events", points: recorded.map(\.0)),
  ScaleSeries(work: .replay, grows: "events", points: recorded.map(\.1)),
  ScaleSeries(work: .load, grows: "events", points: events.map { measure(.load, $0, "events") }),
  ScaleSeries(
    work: .paced,
    grows: "seconds",
    points: sizes(1, mostSeconds, by: 2).map { measure(.paced, $0, "seconds") }
  ),
  ScaleSeries(
    work: .sources,
    grows: "sources",
    points: sizes(1, 64, by: 2).map { measure(.sources, $0, "sources") }
  ),
  ScaleSeries(
    work: .commands,
    grows: "commands",
    points: [10, 30, 100, 300, 1000].map { measure(.commands, $0, "commands") }
  ),
]
let report = ScaleReport(machine, series)
for growth in report.growths {
  let exponent = (growth.exponent * 100).rounded() / 100
  print(
    "\(growth.work.rawValue): \(growth.quantity.rawValue) grows with the \(growth.grows) to the power of "
      + "\(exponent), at most \(growth.limit): \(growth.isKept ? "kept" : "NOT kept")"
  )
}

do {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
  var data = try encoder.encode(report)
  data.append(UInt8(ascii: "\n"))
  try data.write(to: URL(fileURLWithPath: words[0]))
  try ScaleChart(report).svg.write(toFile: words[1], atomically: true, encoding: .utf8)
} catch { stop("\(error)") }
if report.growths.contains(where: { !$0.isKept }) {
  stop("something grows faster than it may", code: 2)
}
