import KymoCommandLine
import KymoText
import KymoTrials

/// Where a server records: never over what is there, unless that was asked for.
enum RecordingSeries {
  /// Opens the recording of `--record`.
  ///
  /// - Throws: a failure that names the file if it is there, another process writes it, or it cannot be written.
  static func open(
    _ path: String,
    _ arguments: ParsedArguments,
    isNone inputs: InputFiles,
    _ console: inout Console
  ) throws(CommandFailure) -> OutputFile {
    let name =
      arguments.flag("series") || RotatedRecording.isWanted(arguments)
      ? FileSeries.next(path) : path
    let former: OutputFile.Former = arguments.flag("force") ? .forced : .kept
    let unfinished = name == "-" ? [] : UnfinishedFile.all(of: name)
    let output = try OutputFile(name, isNone: inputs, former: former)
    for file in unfinished {
      let remedy = "\(arguments.tool.name) recover \(file.path.shellQuoted) -o OUT.mcap"
      console.note(
        """
        \(console.speaker): \(file.path.printable) is left from a run that was not finished \
        (\(remedy))
        """
      )
    }
    return output
  }
}
