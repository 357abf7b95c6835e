import KymoBench
import KymoClient
import KymoCommandLine
import KymoCore
import KymoRecording
import KymoReport
import KymoText
import KymoTrials

/// Load over HTTP, in one run.
enum ServerLoad {
  /// The text that stands where other results have a digest of all outcomes.
  static let digest = "not taken over HTTP"

  /// `--connections N`.
  static let connections = OptionSpecification(
    "connections",
    "N",
    kind: .integer(HTTPLoadOptions.connectionRange),
    default: "64",
    help: "The number of connections."
  )

  static func run(
    _ options: LoadOptions,
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let interrupt = console.interrupt
    let load = try ServerRequests(arguments, interrupt)
    let limits = try BenchLimits(
      LimitOptions(arguments, isSweep: false),
      app: load.target.text,
      commands: load.list.names
    )
    let exports = try BenchCommand.exportFiles(arguments)
    console.isOutputTaken = exports.takesOutput
    let subject = BenchSubject(
      recording: load.name,
      inputDigest: TraceDigest.text(load.list.digest),
      app: load.target.text,
      mode: nil,
      machine: .host
    )
    let baseline = try BaselineFile(arguments, of: subject)
    let live = LiveLine(arguments.flag(LiveLine.flag.name), console.terminal, unit: "requests")
    let run = try self.load(load, options, arguments, rate: options.rate, live: live?.observer())
    console.note(
      "offering \(run.plan.isCountExact ? "" : "about ")\(run.plan.count) requests, "
        + "\(run.plan.arrivals), for "
        + "\(console.quantity.duration(nanoseconds: options.durationNanoseconds)), on "
        + "\(run.options.connections) connections to \(load.target.text)"
    )
    var context = context(load, options, arguments)
    context.baseline = baseline?.baseline
    let result = try measure(run, interrupt)
    live?.end()
    let report = ServerLoadReport(result: result, load: load)
    context.members = [JSONMember("http", report.json)]
    let outcome = try BenchOutcome(
      result: result.load,
      context: context,
      arguments,
      limits: limits,
      plannedRate: options.rate
    )
    return try outcome.publish(exports, to: &console) { console in report.print(to: &console) }
  }

  /// Returns the load that a run sends at a rate in requests/s.
  static func load(
    _ load: ServerRequests,
    _ options: LoadOptions,
    _ arguments: ParsedArguments,
    rate: Double,
    live: (@Sendable (LiveSecond) -> Void)? = nil
  ) throws(CommandFailure) -> HTTPLoad {
    var http = HTTPLoadOptions()
    http.connections = arguments.integer(connections.name)
    http.replyTimeoutNanoseconds = arguments.nanoseconds("timeout")
    let plan: ArrivalPlan
    do { plan = try options.plan(load.list.timestamps, rate: rate) } catch {
      throw CommandFailure(file: load.name, "\(error)")
    }
    guard plan.count > 0 else {
      throw .usage("no request is due within the duration; raise --rate or --duration")
    }
    var configuration = options.configuration
    configuration.live = live
    return HTTPLoad(
      load.list,
      plan: plan,
      target: load.target,
      configuration: configuration,
      options: http
    )
  }

  /// Makes a run.
  ///
  /// - Throws: that the server cannot be reached.
  static func measure(
    _ run: HTTPLoad,
    _ interrupt: Interrupt
  ) throws(CommandFailure) -> HTTPLoadResult {
    do throws(ClientError) { return try run.run { interrupt.isRequested } } catch {
      throw CommandFailure(
        file: run.target.text,
        "the server cannot be reached: \(error)",
        remedy: "is it running, and is this its port?"
      )
    }
  }

  /// Where the results come from.
  static func context(
    _ load: ServerRequests,
    _ options: LoadOptions,
    _ arguments: ParsedArguments
  ) -> ExportContext {
    var context = ExportContext(of: load.name, by: load.target.text, mode: nil, arguments)
    context.inputDigest = TraceDigest.text(load.list.digest)
    context.digest = digest
    context.seed = options.seed
    return context
  }
}
