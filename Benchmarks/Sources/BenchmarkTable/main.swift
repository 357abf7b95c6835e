import BenchmarkKit
import Foundation

//  lines of KYMOGRAPH_MEASURED ──▶ a file of all that was measured, and where ──▶ the table of the guide
//
// BenchmarkTable MEASURED.jsonl OUTPUT.json [PAGE.md]

/// Says what is wrong, and ends with the code of a wrong usage or of a failure.
func stop(_ message: String, code: Int32 = 1) -> Never {
  FileHandle.standardError.write(Data("BenchmarkTable: \(message)\n".utf8))
  exit(code)
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard (2...3).contains(arguments.count) else {
  stop("give it MEASURED.jsonl OUTPUT.json [PAGE.md]", code: 64)
}
var measured: [Measured] = []
do {
  let text = try String(contentsOfFile: arguments[0], encoding: .utf8)
  for (number, line) in text.split(separator: "\n").enumerated() {
    do { measured.append(try JSONDecoder().decode(Measured.self, from: Data(line.utf8))) } catch {
      stop("\(arguments[0]): line \(number + 1) is not a measurement; run the benchmarks again")
    }
  }
} catch { stop("\(arguments[0]) cannot be read; run the benchmarks with KYMOGRAPH_MEASURED") }
if measured.isEmpty { stop("\(arguments[0]): nothing was measured") }

guard let table = BenchmarkTable(measured) else {
  stop(
    "\(arguments[0]) is not of one commit on one machine; remove it, and run the benchmarks again"
  )
}
let encoder = JSONEncoder()
encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
do {
  var data = try encoder.encode(table)
  data.append(UInt8(ascii: "\n"))
  try data.write(to: URL(fileURLWithPath: arguments[1]))
} catch { stop("\(arguments[1]) cannot be written: \(error)") }
print(table.markdown)
if arguments.count == 3 {
  do {
    let text = try String(contentsOfFile: arguments[2], encoding: .utf8)
    guard let new = table.inserted(into: text) else {
      stop("\(arguments[2]) has no marks for the table: \(BenchmarkTable.beginning)")
    }
    try new.write(toFile: arguments[2], atomically: true, encoding: .utf8)
  } catch { stop("\(arguments[2]) cannot be written: \(error)") }
}
