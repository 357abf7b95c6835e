import KymoCommandLine
import KymoMCAP
import KymoRecording
import KymoText

extension CutSelection {
  /// Reads what the command line selects of a recording.
  ///
  /// - Throws: `usage` for what cannot be; a failure that names the recording if it has nothing of it.
  init(
    _ arguments: ParsedArguments,
    _ file: SessionFile,
    _ path: String
  ) throws(CommandFailure) {
    self.init()
    let topics = try Self.names("channels", arguments)
    if !topics.isEmpty { self.topics = topics.map { Self.topic($0, in: file) } }
    without = try Self.names("without", arguments).map { Self.topic($0, in: file) }
    let commands = try Self.names("commands", arguments)
    if !commands.isEmpty { self.commands = commands }
    if let text = arguments.textsIfKnown("events").last { steps = try Self.steps(text) }
    guard arguments.isGiven("start") || arguments.isGiven("end") else { return }
    let times = try RecordedTimes(file, path)
    start = try times.moment("start", arguments)
    end = try times.moment("end", arguments)
    try times.check(start, end)
  }

  /// Names that stand with commas between them.
  private static func names(
    _ option: String,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> [String] {
    let names = arguments.textsIfKnown(option).flatMap { $0.split(separator: ",").map(String.init) }
    if names.isEmpty, arguments.isGiven(option) {
      throw .usage("--\(option) needs a name")
    }
    return names
  }

  /// A topic as the recording has it: its first slash may be left out.
  private static func topic(_ name: String, in file: SessionFile) -> String {
    let known = file.scan.catalog.channels.map(\.topic)
    return !known.contains(name) && known.contains("/" + name) ? "/" + name : name
  }

  /// Reads `A..B`, `A..` or `..B`.
  private static func steps(_ text: String) throws(CommandFailure) -> Range<UInt64> {
    let wanted = CommandFailure.usage(
      "--events wants a range of steps such as 100..200, 100.. or ..200, not '\(text)'"
    )
    let parts = text.split(separator: "..", omittingEmptySubsequences: false)
    guard parts.count == 2, parts != ["", ""] else { throw wanted }
    guard let first = parts[0].isEmpty ? 0 : UInt64(parts[0]),
      let end = parts[1].isEmpty ? .max : UInt64(parts[1])
    else { throw wanted }
    guard first < end else {
      throw .usage("--events \(text) is empty: the last step, which is left out, has to be larger")
    }
    return first..<end
  }
}
