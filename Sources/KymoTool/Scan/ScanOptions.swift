import KymoCommandLine
import KymoText

/// The options of a scan: the scanned one, and the trial of each of its values.
struct ScanOptions {
  /// How many values there may be.
  static let maximumValues = 1000
  /// Between the stages of one value.
  private static let stageSeparator: Character = "/"

  /// The option.
  let name: String
  /// The trials, in the order in which they are made.
  let trials: [ScanTrial]

  /// Reads the options; every run that is to be made is one that can be typed.
  ///
  /// - Throws: a usage error that names the value which is none.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    let text = arguments.positional("values")
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard ScanCommand.names.contains(name) else { throw Self.refusal(of: name, in: text) }
    guard parts.count == 2 else {
      throw .usage("\(text) has no values, which stand behind it: \(text)=VALUE,VALUE")
    }
    self.name = name
    let values = parts[1].split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    guard values.count <= Self.maximumValues else {
      throw .usage("there are at most \(Self.maximumValues) values")
    }
    guard Set(values).count == values.count else {
      throw .usage("\(text): a value is there twice")
    }
    if arguments.isGiven(name) {
      throw .usage("\(name)= and --\(name) do not go together")
    }
    var trials: [ScanTrial] = []
    for value in values { trials.append(try Self.trial(arguments, name, value)) }
    self.trials = trials
  }

  /// Returns the trial of a value.
  private static func trial(
    _ arguments: ParsedArguments,
    _ name: String,
    _ value: String
  ) throws(CommandFailure) -> ScanTrial {
    let own = words(name, value)
    let repetitions = BenchRepetitions.option.name
    // As bench would have it; its repetitions are made here.
    let outer = arguments.textIfGiven(repetitions).map { ["--\(repetitions)=\($0)"] } ?? []
    let run: ParsedArguments
    do throws(UsageError) {
      run = try OptionParser.parse(
        outer + BenchChild.words(arguments, with: own),
        for: BenchChild.specification(arguments)
      )
    } catch { throw .usage("\(name)=\(value): \(error.text)") }
    var mode = ScanTrial.Mode.run
    do throws(CommandFailure) {
      if case .repetitions(let options) = try BenchMode(run) { mode = .repetitions(options.count) }
    } catch {
      // Not as a literal of String, which would not know the name of the tool.
      let message: ToolText = "\(name)=\(value): \(error.message)"
      throw CommandFailure(message, status: .usage)
    }
    return ScanTrial(
      value: value,
      words: BenchChild.words(arguments, with: name == repetitions ? [] : own),
      arguments: run,
      mode: mode,
      preparation: name == Preparation.option.name
        ? Preparation(command: value) : Preparation(arguments)
    )
  }

  /// How a value is said to bench; not at all if it is for whoever starts the processes.
  private static func words(_ name: String, _ value: String) -> [String] {
    if name == Preparation.option.name { return [] }
    guard name == LoadStage.option.name else { return ["--\(name)=\(value)"] }
    return value.split(separator: stageSeparator, omittingEmptySubsequences: false)
      .map { "--\(name)=\($0)" }
  }

  /// Why something cannot be scanned, and what to do instead.
  private static func refusal(of name: String, in text: String) -> CommandFailure {
    if let reason = ScanRefusal(name) {
      let message: ToolText = "\(name) cannot be scanned: \(reason.text)"
      return CommandFailure(message, status: .usage)
    }
    return .usage(
      UsageError(
        "<values> wants an option of a run and its values, such as queue=64,256,1024, not '\(text)'",
        suggestion: Suggestion.closest(to: name, among: ScanCommand.names)
      ).text
    )
  }
}
