import Foundation

/// What one process came to.
struct ScalePoint: Codable {
  /// How large what grows was.
  var size: Int
  /// How long the work took, in s.
  var seconds: Double
  /// How much memory the process held at most, in bytes.
  var peakBytes: Int
  /// How large the file is, in bytes; 0 if there is none.
  var fileBytes: Int

  /// The peak of this process so far, in bytes, as the system counts it from the start of its program.
  static var peakOfThisProcess: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return (Int(line.filter(\.isNumber)) ?? 0) << 10
  }

  /// Does some work in a process of its own.
  static func measure(_ work: ScaleWork, _ size: Int, _ path: String) throws -> ScalePoint {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--work", work.rawValue, "\(size)", path]
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ScaleFailure(
        text: "\(work.rawValue) of \(size) ended with \(process.terminationStatus)"
      )
    }
    return try JSONDecoder().decode(ScalePoint.self, from: data)
  }
}

/// Why there is no measurement.
struct ScaleFailure: Error, CustomStringConvertible {
  var text: String
  var description: String { text }
}
