import KymoBench
import KymoCommandLine
import KymoCore
import KymoMCAP
import KymoRecording
import KymoReport
import KymoText

/// The limits of a benchmark: all that was wrong with them is known before anything is measured.
struct BenchLimits {
  /// How many broken limits are complained of by name.
  private static let maximumComplaints = 20

  /// The limits that judge the run.
  let limits: [FigureLimit]
  /// Where limits are written that this run gives rise to.
  let output: LimitsOutput?
  private let isStrict: Bool
  private let only: [String]

  /// Takes the limits of a run of a recording; nil if there are none to judge or to write.
  ///
  /// - Parameters:
  ///   - options: what the command line says.
  ///   - arguments: the command line.
  ///   - source: what is measured.
  /// - Throws: what is wrong with a limit, or with its file, and where.
  init?(
    _ options: LimitOptions,
    _ arguments: ParsedArguments,
    _ source: BenchSource
  ) throws(CommandFailure) {
    if options.isEmpty { return nil }
    let commands = try source.commandNames() + [OutcomeStatus.unknownCommand.name]
    try Self.check(options.limits, source.app, commands)
    var limits = options.limits
    isStrict = options.isStrict
    only = arguments.texts(CommandFilter.option.name)
    guard options.file != nil || options.output != nil else {
      (self.limits, output) = (limits, nil)
      return
    }
    let subject = try Self.subject(source)
    if let path = options.file {
      let file = try LimitsOutput.read(path)
      do throws(LimitsFileError) {
        let found = try file.limits(for: subject)
        try file.check(found, commands: commands)
        limits += try found.limits.map { limit throws(LimitsFileError) in
          try Self.normalized(limit, path)
        }
      } catch { throw CommandFailure("\(error)".printable) }
    }
    self.limits = limits
    output = try options.output.map { path throws(CommandFailure) in
      try LimitsOutput(path, subject, inputs: InputFiles([source.path]))
    }
  }

  /// Takes the limits that stand on a command line; nil if there are none.
  ///
  /// - Parameters:
  ///   - options: what it says; no files.
  ///   - app: what is measured.
  ///   - commands: the commands that there are.
  /// - Throws: which limit is of another command.
  init?(_ options: LimitOptions, app: String, commands: [String]) throws(CommandFailure) {
    if options.limits.isEmpty { return nil }
    try Self.check(options.limits, app, commands)
    limits = options.limits
    isStrict = options.isStrict
    (output, only) = (nil, [])
  }

  private static func check(
    _ limits: [FigureLimit],
    _ app: String,
    _ commands: [String]
  ) throws(CommandFailure) {
    for limit in limits {
      guard let name = limit.command, !commands.contains(name) else { continue }
      throw .usage(
        UsageError(
          "\(limit.place): \(app) has no command '\(name)'",
          suggestion: Suggestion.closest(to: name, among: commands)
        ).text
      )
    }
  }

  /// Returns the subject that limits are said to be of.
  private static func subject(_ source: BenchSource) throws(CommandFailure) -> RecordingLimits {
    do throws(MCAPError) {
      return RecordingLimits(
        recording: source.path,
        digest: TraceDigest.text(try source.file.bytesDigest()),
        app: source.subjectName,
        mode: source.mode
      )
    } catch { throw CommandFailure(error, file: source.path) }
  }

  /// A limit of a knee with its objectives as sweeps have them.
  private static func normalized(
    _ limit: FigureLimit,
    _ path: String
  ) throws(LimitsFileError) -> FigureLimit {
    guard case .objectives(let texts)? = limit.condition else { return limit }
    var limit = limit
    var objectives: [String] = []
    for text in texts {
      do throws(CommandFailure) {
        objectives.append(try LatencyObjective(text: text).description)
      } catch {
        throw LimitsFileError(
          file: path,
          line: limit.place.line ?? 0,
          problem: "'\(text)' is not an objective of a sweep, such as p99=100us or accel:max=5ms"
        )
      }
    }
    limit.condition = .objectives(objectives)
    return limit
  }

  // MARK: After the run

  /// Holds a run against the limits.
  ///
  /// - Parameters:
  ///   - result: the run.
  ///   - rate: the mean rate that was planned, in events/s; nil without a schedule.
  /// - Returns: the verdicts; nil if limits are only to be written.
  func judgement(of result: LoadResult, plannedRate rate: Double?) -> LimitJudgement? {
    judgement(isValid: result.valid, timesOfCommands: false) {
      result.reading(for: $0, plannedRate: rate)
    }
  }

  /// Holds what was measured against the limits.
  ///
  /// - Parameters:
  ///   - isValid: whether it may be compared with anything.
  ///   - timesOfCommands: whether a command is measured the same way if no other one is offered.
  ///   - reading: what was measured of the figure of a limit.
  /// - Returns: the verdicts; nil if limits are only to be written.
  func judgement(
    isValid: Bool,
    timesOfCommands: Bool,
    _ reading: (FigureLimit) -> LimitReading
  ) -> LimitJudgement? {
    guard !limits.isEmpty || output == nil else { return nil }
    if !isValid { return .ofInvalidRun(limits) }
    return LimitJudgement(limits) { limit in
      notOffered(limit, timesOfCommands: timesOfCommands) ?? reading(limit)
    }
  }

  /// Holds every stage of a load against the limits.
  ///
  /// - Parameter load: the stages.
  /// - Returns: the verdicts.
  func judgement(of load: StagedLoad) -> LimitJudgement {
    guard load.isValid else { return .ofInvalidRun(limits) }
    return load.judgement(of: limits) { limit, stage in
      notOffered(limit, timesOfCommands: false)
        ?? stage.result.reading(for: limit, plannedRate: stage.rate.mean)
    }
  }

  /// Why nothing is known of a limit whatever was measured; nil if there is no such reason.
  private func notOffered(_ limit: FigureLimit, timesOfCommands: Bool) -> LimitReading? {
    // A limit of the file is of the whole recording; one on the command line is of what is offered.
    let isOther = limit.command == nil || !timesOfCommands
    guard !only.isEmpty, limit.place.file != nil, isOther else { return nil }
    return .none("only \(only.inWords) is offered")
  }

  /// Says how many limits are not measured, where no report does.
  func noteNotMeasured(_ judgement: LimitJudgement?, _ console: inout Console) {
    guard !isStrict, let missing = judgement?.notMeasured, let first = missing.first else { return }
    console.note(
      "\(missing.count) \(missing.count == 1 ? "limit is" : "limits are") not measured, the first: "
        + "\(first.sentence) (\(first.limit.place))".printable
    )
  }

  /// Says which limits are broken, and what that means for the exit.
  ///
  /// - Parameters:
  ///   - judgement: the verdicts.
  ///   - status: what the run comes to without limits.
  ///   - console: where to say so.
  /// - Returns: the status to exit with.
  func status(
    _ judgement: LimitJudgement?,
    otherwise status: ExitStatus,
    _ console: inout Console
  ) -> ExitStatus {
    guard status == .success else {
      if output == nil { console.complain("limits are not judged: the run is INVALID") }
      return status
    }
    guard let judgement else { return status }
    for judged in judgement.broken.prefix(Self.maximumComplaints) {
      console.complain("BROKEN: \(judged.sentence) (\(judged.limit.place))".printable)
    }
    let more = judgement.broken.count - Self.maximumComplaints
    if more > 0 { console.complain("BROKEN: \(more) more limits") }
    if !judgement.broken.isEmpty { return .regression }
    if let first = judgement.missing.first {
      console.complain(
        "\(judgement.missing.count) limits could not be measured, the first: \(first.sentence) "
          + "(\(first.limit.place))".printable
      )
      return .partial
    }
    guard isStrict, let first = judgement.notMeasured.first else { return .success }
    console.complain(
      "\(judgement.notMeasured.count) limits are not measured, the first: \(first.sentence) "
        + "(\(first.limit.place)); --strict wants all of them".printable
    )
    return .partial
  }
}
