import KymoCommandLine
import KymoText
import KymoTrials

/// Where a server records: never over what is there, unless that was asked for.
enum RecordingSeries {
  /// How many digits a number has at least.
  private static let digits = 5

  /// Opens the recording of `--record`.
  ///
  /// - Throws: a failure that names the file if it is there, another process writes it, or it cannot be written.
  static func open(
    _ path: String,
    _ arguments: ParsedArguments,
    isNone inputs: InputFiles,
    _ console: inout Console
  ) throws(CommandFailure) -> OutputFile {
    let name = arguments.flag("series") ? next(path) : path
    let former: OutputFile.Former = arguments.flag("force") ? .forced : .kept
    let unfinished = name == "-" ? [] : UnfinishedFile.all(of: name)
    let output = try OutputFile(name, isNone: inputs, former: former)
    for file in unfinished {
      let remedy = "\(arguments.tool.name) recover \(file.path.shellQuoted) -o OUT.mcap"
      console.note(
        "\(console.speaker): \(file.path.printable) is there, of a run that was not finished (\(remedy))"
      )
    }
    return output
  }

  /// The next name of a series: one more than the highest number that is there, finished or not.
  static func next(_ path: String) -> String {
    let ending = path.hasSuffix(".mcap") ? ".mcap" : ""
    let stem = path.dropLast(ending.count)
    let folder = UnsafeFilePlace.folder(of: path)
    let start = stem.lastIndex(of: "/").map { stem.index(after: $0) } ?? stem.startIndex
    let beginning = stem[start...] + "-"
    var highest: UInt64 = 0
    UnsafeFolder.visit(folder) { name in
      guard name.hasPrefix(beginning) else { return true }
      let rest = name.dropFirst(beginning.count)
      let number = rest.prefix { $0.isASCII && $0.isNumber }
      let behind = rest.dropFirst(number.count)
      let isOurs = behind == ending || behind.hasPrefix(ending + ".part")
      // A number that has no next one is none of ours.
      if isOurs, number.utf8.count >= digits, let value = UInt64(number), value < .max {
        highest = max(highest, value)
      }
      return true
    }
    let text = String(highest + 1)
    let zeros = String(repeating: "0", count: max(0, digits - text.count))
    return "\(stem)-\(zeros)\(text)\(ending)"
  }
}
