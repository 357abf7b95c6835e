import KymoCommandLine
import KymoText
import KymoTrials

/// A value of `--command`: a replay, a benchmark or a count of one recording, whose report a result
/// can hold.
enum CorpusTaskCommand {
  /// The options that a task's process decides itself, or that make something else than one report.
  private static let refused: Set<String> = [
    "format", "export", "quiet", "output", "record", "accept", "repetitions", "baseline", "tail",
    "plot", "no-report", "prepare", "stage", "save-baseline", "baselines", "write-limits",
  ]

  /// Reads a command.
  ///
  /// - Throws: a usage error that says why it is none.
  static func words(
    _ text: String,
    _ tool: ToolContext
  ) throws(CommandFailure) -> [String] {
    guard let words = CommandWords.split(text), let name = words.first else {
      throw .usage("--command '\(text.printable)': a quote is not closed, or there is no word")
    }
    let known: [any Subcommand.Type] = [ReplayCommand.self, BenchCommand.self, CountCommand.self]
    guard let command = known.first(where: { $0.specification.name == name }) else {
      throw .usage(
        "--command takes replay, bench or count with their options, not '\(name.printable)'"
      )
    }
    let options = Array(words.dropFirst())
    let parsed: ParsedArguments
    do throws(UsageError) {
      parsed = try OptionParser.parse(
        options + ["recording.mcap"],
        for: command.specification(for: tool)
      )
    } catch {
      throw .usage("--command '\(text.printable)': \(error.text)")
    }
    guard parsed.positionals("recording") == ["recording.mcap"] else {
      throw .usage("--command '\(text.printable)': the corpus gives the recording")
    }
    for option in refused.sorted()
    where parsed.isGiven(option) {
      throw .usage("--command '\(text.printable)': a task of a corpus cannot have --\(option)")
    }
    do throws(CommandFailure) {
      if name == BenchCommand.specification.name { _ = try BenchMode(parsed) }
      if name == CountCommand.specification.name { _ = try CountOptions(parsed) }
    } catch {
      throw .usage("--command '\(text.printable)': \(error.message.text(tool: tool.name))")
    }
    for option in [LimitOptions.file.name, PageOptions.page.name] {
      guard let path = parsed.textsIfKnown(option).last, UnsafeFileIdentity(path: path) == nil
      else {
        continue
      }
      throw .usage("--command '\(text.printable)': there is no \(path.printable)")
    }
    return words
  }
}
