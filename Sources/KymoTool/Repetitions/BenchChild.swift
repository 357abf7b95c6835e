import KymoCommandLine
import KymoReport
import KymoTrials

/// A run in a fresh process: this program again, with the options that concern a run.
enum BenchChild {
  /// The options that only the process that the user started has to know.
  private static let own: Set<String> = [
    BenchRepetitions.option.name, Preparation.option.name, "format", "export",
    BaselineStore.option.name, BaselineStore.saving.name, BaselineStore.folder.name, "quiet",
    PercentilePlot.flag.name, LimitOptions.file.name, LimitOptions.output.name,
    LimitOptions.limit.name, LimitOptions.misses.name, LimitOptions.strict.name,
    LimitOptions.slo.name,
  ]

  /// The command of a run, as the tool of a command line has it.
  static func specification(_ arguments: ParsedArguments) -> CommandSpecification {
    let specification = BenchCommand.specification
    return arguments.specification.tool.map { specification.bound(to: $0) } ?? specification
  }

  /// The options and recordings of a run: the same, but for what is made of the result.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - further: options that only this run has, as words.
  /// - Returns: the words behind the name of the command.
  static func words(
    _ arguments: ParsedArguments,
    with further: [String] = []
  ) -> [String] {
    let specification = arguments.specification
    var words: [String] = []
    for option in specification.options
    where arguments.isGiven(option.name) && !own.contains(option.name) {
      words += arguments.texts(option.name).map { "--\(option.name)=\($0)" }
    }
    words += further
    for flag in specification.flags where arguments.flag(flag.name) && !own.contains(flag.name) {
      words.append("--\(flag.name)")
    }
    words += ["--format=json", "--quiet", "--"]
    return words + arguments.positionals("recording")
  }

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - command: the command that it runs.
  ///   - words: what ``words(_:with:)`` gave, or what else that command takes for JSON.
  ///   - name: what it is called in messages: `repetition 3`.
  ///   - interrupt: whether to stop.
  ///   - read: reads the JSON that it writes.
  /// - Returns: what it measured; nil if it was stopped.
  /// - Throws: that it failed, and what it said.
  static func run<Measured>(
    of command: String = BenchCommand.specification.name,
    _ words: [String],
    name: String,
    _ interrupt: Interrupt,
    read: (String) throws(BaselineError) -> Measured
  ) throws(CommandFailure) -> Measured? {
    // The program that is running, even if another was built in its place.
    let command = ["/proc/self/exe", command] + words
    let outcome = try CommandFailure.of(
      try UnsafeChildProcess.run(command, shouldStop: { interrupt.isRequested })
    )
    if outcome.end == .interrupted { return nil }
    let failure = "\(name) failed, \(outcome.ending): "
    guard [.exited(0), .exited(3)].contains(outcome.end) else {
      throw CommandFailure(failure + outcome.lastLines(2))
    }
    do throws(BaselineError) {
      return try read(String(decoding: outcome.output, as: UTF8.self))
    } catch { throw CommandFailure(failure + "\(error)") }
  }
}
