import KymoBench
import KymoCommandLine
import KymoReport

/// The options about limits in a command line.
struct LimitOptions {
  /// `--limits FILE`.
  static let file = OptionSpecification(
    "limits",
    "FILE",
    kind: .file,
    help: "Check the result against limits, such as \(LimitsFile.defaultName)."
  )
  /// `--write-limits FILE`.
  static let output = OptionSpecification(
    "write-limits",
    "FILE",
    kind: .file,
    help: "Add limits to FILE, derived from the result with headroom."
  )
  /// `--limit [COMMAND:]FIGURE=VALUE`.
  static let limit = OptionSpecification(
    "limit",
    "FIGURE=VALUE",
    isRepeatable: true,
    help:
      "A limit: allocations=0, accel:instructions=810, response.p99=1ms, knee=1e6."
  )
  /// `--deadline-misses [COMMAND:]PERCENT`.
  static let misses = OptionSpecification(
    "deadline-misses",
    "PERCENT",
    isRepeatable: true,
    help: "How many events may miss the --deadline: 0.1%, accel:1%."
  )
  /// `--strict`.
  static let strict = FlagSpecification(
    "strict",
    help: "Exit with 3 if a limit is not measured."
  )
  /// `--slo [COMMAND:]PERCENTILE=TIME`, as a limit.
  static let slo = OptionSpecification(
    "slo",
    "PERCENTILE=TIME",
    isRepeatable: true,
    help: "A limit of response times: p99=100us, accel:max=5ms."
  )

  /// The limits that stand on the command line.
  let limits: [FigureLimit]
  /// The file to hold a run against.
  let file: String?
  /// The file to add limits to.
  let output: String?
  /// Whether a limit that is not measured is a failure.
  let isStrict: Bool

  /// Whether there is nothing to do.
  var isEmpty: Bool { limits.isEmpty && file == nil && output == nil }

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - isSweep: whether objectives are those of a sweep, and no limits.
  /// - Throws: a usage error that says what is wrong with a limit, or what it does not go with.
  init(_ arguments: ParsedArguments, isSweep: Bool) throws(CommandFailure) {
    file = arguments.textsIfKnown(Self.file.name).last
    output = arguments.textsIfKnown(Self.output.name).last
    isStrict = arguments.flag(Self.strict.name)
    var limits: [FigureLimit] = []
    for text in arguments.texts(Self.limit.name) { limits.append(try Self.limit(text)) }
    if !isSweep {
      for text in arguments.textsIfKnown(Self.slo.name) {
        let objective = try LatencyObjective(text: text)
        limits.append(
          FigureLimit(
            .time(.response, objective.percentile),
            Double(objective.limitNanoseconds),
            of: objective.command,
            at: .option("--slo \(text)")
          )
        )
      }
    }
    for text in arguments.textsIfKnown(Self.misses.name) { limits.append(try Self.misses(text)) }
    self.limits = limits
    try check(arguments)
  }

  private func check(_ arguments: ParsedArguments) throws(CommandFailure) {
    if arguments.isGiven(Self.misses.name), !arguments.isGiven("deadline") {
      throw .usage("--deadline-misses needs a deadline: --deadline 10ms")
    }
    if isStrict, limits.isEmpty, file == nil {
      let known = [Self.file, Self.limit, Self.slo].map(\.name).filter(arguments.specification.has)
      throw .usage("--strict is for limits: \(known.map { "--\($0)" }.joined(separator: ", "))")
    }
    if let output {
      let exports = arguments.optionallyNamedFiles("export")
      if let other = exports.first(where: { $0.file == output }) {
        throw .usage("--write-limits and --export \(other.name) name one file, \(output)")
      }
      if isStrict || file != nil || !limits.isEmpty {
        throw .usage("--write-limits sets limits: it excludes options that check them")
      }
      if arguments.isGiven(CommandFilter.option.name) {
        throw .usage("--write-limits sets limits of all commands: it excludes --only")
      }
    }
  }

  /// Reads `allocations=0`, or `accel:response.p99=1ms` for one command.
  private static func limit(_ text: String) throws(CommandFailure) -> FigureLimit {
    let example = "such as allocations=0 or accel:response.p99=1ms"
    guard let separator = text.lastIndex(of: "=") else {
      throw .usage("--limit wants [COMMAND:]FIGURE=VALUE, \(example), not '\(text)'")
    }
    let (command, name) = subject(text[..<separator])
    guard let figure = LimitFigure(name), figure != .deadlineMisses else {
      let known = LimitFigure.all.map(\.description).filter { $0 != "deadlineMisses" }
      throw .usage(
        UsageError(
          "--limit knows \(known.filter { !$0.contains(".") }.joined(separator: ", ")), and times "
            + "such as response.p99, service.p50, reply.p99.9, slip.max, not '\(name)'",
          suggestion: Suggestion.closest(to: name, among: known)
        ).text
      )
    }
    if figure.isOfRun, command != nil {
      throw .usage("--limit \(text): \(figure) is a figure of the whole run, not of one command")
    }
    let value = String(text[text.index(after: separator)...])
    let number: Double?
    if case .time = figure {
      number = DurationText.nanosecondsOfUnit(value).map { Double($0) }
    } else {
      number = Double(value)
    }
    guard let number, 0...1e18 ~= number else {
      let wanted =
        if case .time = figure { "a time with its unit, such as 1ms" } else { "a number from 0 on" }
      throw .usage("--limit \(text): \(figure) wants \(wanted), not '\(value)'")
    }
    return FigureLimit(figure, number, of: command, at: .option("--limit \(text)"))
  }

  /// Reads `0.1%`, or `accel:0.1%` for one command.
  private static func misses(_ text: String) throws(CommandFailure) -> FigureLimit {
    let (command, percent) = subject(text[...])
    guard percent.hasSuffix("%"), let number = Double(percent.dropLast()), 0...100 ~= number else {
      throw .usage(
        "--deadline-misses wants [COMMAND:]PERCENT, such as 0.1% or accel:1%, not '\(text)'"
      )
    }
    return FigureLimit(
      .deadlineMisses,
      number / 100,
      of: command,
      at: .option("--deadline-misses \(text)")
    )
  }

  /// The command before a colon, if it is not all of them, and what follows.
  private static func subject(_ text: Substring) -> (command: String?, rest: String) {
    guard let colon = text.lastIndex(of: ":") else { return (nil, String(text)) }
    let name = String(text[..<colon])
    return (name == "all" ? nil : name, String(text[text.index(after: colon)...]))
  }
}
