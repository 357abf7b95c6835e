import Foundation

/// Where and of what was measured: what a figure means nothing without.
public struct MachineDescription: Codable {
  /// The model of the processor.
  public var processor: String
  /// How many cores the process may use.
  public var cores: Int
  /// Whether those are threads of one core: "separate cores", "SMT siblings", or both.
  public var topology: String
  /// The memory, in GiB.
  public var memoryGiB: Int
  /// The system and its version.
  public var kernel: String
  /// The compiler.
  public var swift: String
  /// The commit that was built.
  public var commit: String
  /// Whether there were changes beside it.
  public var isDirty: Bool
  /// When, in UTC.
  public var date: String

  /// Looks at this machine, and at the repository in the working directory.
  public init() {
    let information = Self.text("/proc/cpuinfo")
    let line = information.split(separator: "\n").first { $0.hasPrefix("model name") }
    processor = line.map { String($0.drop { $0 != ":" }.dropFirst(2)) } ?? "unknown"
    let process = ProcessInfo.processInfo
    cores = process.activeProcessorCount
    topology = Self.topology(cores)
    memoryGiB = Int((Double(process.physicalMemory) / 0x1p30).rounded())
    kernel = "Linux " + Self.text("/proc/sys/kernel/osrelease")
    swift =
      Self.output("swift", "--version").split(separator: "\n").first.map(String.init) ?? "unknown"
    commit = Self.output("git", "rev-parse", "--short=12", "HEAD")
    isDirty = !Self.output("git", "status", "--porcelain").isEmpty
    let format = ISO8601DateFormatter()
    format.formatOptions = [.withInternetDateTime]
    date = format.string(from: Date())
  }

  /// Whether the cores share their units with each other, as the system says.
  private static func topology(_ cores: Int) -> String {
    let siblings = (0..<cores).map {
      text("/sys/devices/system/cpu/cpu\($0)/topology/thread_siblings_list")
    }
    if siblings.contains("") { return "topology unknown" }
    let alone = siblings.count { !$0.contains(",") && !$0.contains("-") }
    if alone == cores { return "separate cores, no SMT" }
    return alone == 0 ? "SMT siblings" : "\(alone) separate cores, the others SMT siblings"
  }

  /// A file of the system without the end of its last line; empty if there is none.
  private static func text(_ path: String) -> String {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// What a program prints; empty if it cannot be run.
  private static func output(_ words: String...) -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return "" }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// All of it in a sentence.
  public var text: String {
    "\(processor), \(cores) processors (\(topology)), \(memoryGiB) GiB, \(kernel), \(swift), commit "
      + "\(commit)\(isDirty ? " with changes" : ""), \(date)"
  }
}
