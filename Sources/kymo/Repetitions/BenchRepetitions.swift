import KymoBench

/// `kymo bench --repetitions N`: equal runs, each in a fresh process.
enum BenchRepetitions {
  /// `--repetitions N`.
  static let option = OptionSpecification(
    "repetitions",
    "N",
    kind: .integer(1...1000),
    help: "Measure so often, each time in a fresh process, and show how far the runs differ."
  )

  /// Refuses what cannot be repeated.
  static func check(_ arguments: ParsedArguments) throws(CommandFailure) {
    guard arguments.isGiven(option.name) else { return }
    let single = ["export", "baseline", "deadline", "pace", PercentilePlot.flag.name]
    for other in single where arguments.isGiven(other) {
      throw .usage(
        "--repetitions and --\(other) do not go together; repetitions have --format json"
      )
    }
  }

  /// The command line of one repetition: the same, but for this option and for who reads the result.
  static func command(_ program: String, _ arguments: ParsedArguments) -> [String] {
    let specification = arguments.specification
    var words = [program, specification.name]
    for option in specification.options
    where arguments.isGiven(option.name) && ![Self.option.name, "format"].contains(option.name) {
      words += arguments.texts(option.name).map { "--\(option.name)=\($0)" }
    }
    for flag in specification.flags where arguments.flag(flag.name) && flag.name != "quiet" {
      words.append("--\(flag.name)")
    }
    words += ["--format=json", "--quiet", "--"]
    return words + specification.positionals.flatMap { arguments.positionals($0.name) }
  }

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let wanted = arguments.integer(option.name)
    // The program that is running, even if another was built in its place.
    let command = command("/proc/self/exe", arguments)
    let interrupt = console.interrupt
    var repetitions: [Repetition] = []
    while repetitions.count < wanted, !interrupt.isRequested {
      let number = repetitions.count + 1
      let outcome = try UnsafeChildProcess.run(command) { interrupt.isRequested }
      if outcome.end == .interrupted { break }
      guard [.exited(0), .exited(3)].contains(outcome.end),
        let repetition = Repetition(output: outcome.output)
      else {
        throw CommandFailure(
          "repetition \(number) failed, \(outcome.ending): \(outcome.lastLines(2))"
        )
      }
      repetitions.append(repetition)
      console.note(
        "repetition \(number) of \(wanted): "
          + (repetition.isValid
            ? "valid" : "INVALID: \(repetition.reasons.joined(separator: "; "))")
      )
    }
    let set = RepetitionSet(repetitions)
    if arguments.wantsJSON {
      console.print(set.json(recording: arguments.positional("recording"), wanted: wanted))
    } else {
      RepetitionReport(set: set, wanted: wanted).print(to: &console)
    }
    for reason in set.reasons { console.error("kymo bench: INVALID: \(reason)") }
    let isComplete = repetitions.count == wanted
    if !isComplete {
      console.error("kymo bench: interrupted after \(repetitions.count) of \(wanted) repetitions")
    }
    return set.reasons.isEmpty && isComplete ? .success : .partial
  }
}
