import KymoBench
import KymoCore
import KymoHistogram
import KymoRecording
import KymoText

/// Kymograph's own JSON: everything that was measured, with a versioned schema.
///
/// Keys are added, never changed. The histograms are HdrHistogram's, in compressed V2 as Base64.
public enum JSONExport: ResultExport {
  /// Its name on the command line.
  public static let name = "json"
  /// How its files end.
  public static let ending: String? = "json"

  /// Which kinds of results it takes.
  public static func takes(_ kind: Report.Kind) -> Bool { kind != .gate }

  /// Writes a result of a kind that it takes.
  public static func text(of report: Report) -> String {
    switch report {
    case .run(let result, let context): text(result, context)
    case .stages(let load, let context): load.json(context)
    case .sweep(let summary): summary.json
    case .counts(_, let json): json
    case .functions(let summary): summary.json.text
    case .corpus(_, .some(let load)): text(load.result, load.context)
    case .corpus(_, nil): preconditionFailure("there is no load to write")
    case .gate: preconditionFailure("a gate has its JSON on standard output")
    }
  }

  /// The value of the first member.
  static let schema = "kymograph.bench/1"
  /// Its value if there are repetitions, whose sum the other members are then.
  static let repetitionsSchema = "kymograph.repetitions/1"

  static func text(_ result: LoadResult, _ context: ExportContext) -> String {
    let report: JSONText = [
      "schema": JSONText(Self.schema),
      "valid": JSONText(result.valid),
      "reasons": JSONText(result.reasons.map { JSONText("\($0)") }),
      "reasonKinds": JSONText(result.reasons.map { JSONText("\($0.condition)") }),
      "recording": JSONText(context.recording),
      "inputDigest": JSONText(context.inputDigest),
      "app": JSONText(context.app),
      "mode": JSONText(context.mode),
      "machine": context.machine?.json ?? .null,
      "arrivals": JSONText("\(result.offered.arrivals)"),
      "seed": context.seed.map { JSONText($0) } ?? .null,
      "plannedEvents": JSONText(result.offered.plannedCount),
      "events": JSONText(result.offered.count),
      "warmUpEvents": JSONText(result.measured.warmUpCount),
      "warmUp": JSONText(result.measured.warmUp.name),
      "warmUpMediansNanoseconds": JSONText(result.measured.warmUp.medians.map { JSONText($0) }),
      "interrupted": JSONText(result.offered.isInterrupted),
      "digest": JSONText(context.digest),
      "offeredRate": JSONText(result.offered.rate),
      "achievedRate": JSONText(result.measured.rate),
      "measuredNanoseconds": [
        "from": JSONText(result.measured.nanoseconds.lowerBound),
        "to": JSONText(result.measured.nanoseconds.upperBound),
      ],
      "slipNanoseconds": [
        "p50": JSONText(result.offered.slip.p50), "p99": JSONText(result.offered.slip.p99),
        "max": JSONText(result.offered.slip.max),
      ],
      "slipHistogram": json(result.offered.slipHistogram),
      "deadlineNanoseconds": JSONText(result.measured.deadlineNanoseconds),
      "drops": JSONText(result.offered.drops.reduce(0) { $0 + $1.count }),
      "dropPlaces": JSONText(
        result.offered.drops.map {
          ["place": JSONText($0.place.rawValue), "count": JSONText($0.count)]
        }
      ),
      "losses": JSONText(
        context.losses.map { ["place": JSONText($0.place), "count": JSONText($0.count)] }
      ),
      "timerFloorNanoseconds": JSONText(result.platform.timerFloorNanoseconds),
      "sampleInterval": JSONText(result.measured.sampleInterval),
      "measuringNanoseconds": JSONText(result.platform.measuringNanoseconds),
      "pinned": JSONText(result.platform.generatorIsPinned && result.platform.dispatcherIsPinned),
      "process": result.system.process?.json ?? .null,
      "threads": json(result.platform),
      "device": .object(context.counters.map { JSONMember($0.name, JSONText($0.count)) }),
      "commands": JSONText(result.commands.map { json($0, result.repetitions) }),
      "tail": TailJSON.tail(result.measured.tail),
      "stalls": TailJSON.stalls(result.measured.stalls),
      "hiccups": TailJSON.hiccups(result.system.hiccups),
    ]
    guard case .object(var members) = report else { return report.text }
    if let limits = context.limits { members.append(JSONMember("limits", limits.json)) }
    if let environment = context.environment {
      members.append(JSONMember("environment", environment.json))
    }
    members += context.members
    guard let set = result.repetitions else { return JSONText.object(members).text }
    members[0] = JSONMember("schema", JSONText(repetitionsSchema))
    members.append(JSONMember("wanted", JSONText(set.wanted)))
    members.append(JSONMember("repetitions", set.json))
    return JSONText.object(members).text
  }

  private static func json(_ command: CommandReport, _ set: RepetitionSet?) -> JSONText {
    let report = json(command)
    guard let set, case .object(let members) = report else { return report }
    return .object(
      members + [
        JSONMember("p50Nanoseconds", set.json(of: command.name) { $0.response.p50 }),
        JSONMember("p99Nanoseconds", set.json(of: command.name) { $0.response.p99 }),
      ]
    )
  }

  private static func json(_ command: CommandReport) -> JSONText {
    [
      "name": JSONText(command.name),
      "count": JSONText(command.count),
      "responseNanoseconds": json(command.response, all: true),
      "serviceNanoseconds": json(command.service, all: false),
      "slipNanoseconds": json(command.slip, all: true),
      "queueNanoseconds": json(command.queueing, all: true),
      "replies": JSONText(command.reply.count),
      "replyNanoseconds": json(command.reply, all: true),
      "missedDeadlines": JSONText(command.missedDeadlines),
      "ageNanoseconds": command.stream.map { json($0.age, all: true) } ?? .null,
      "jitterNanoseconds": command.stream.map { json($0.jitter, all: true) } ?? .null,
      "statuses": .object(
        OutcomeStatus.allCases.map { JSONMember("\($0)", JSONText(command.statuses[$0])) }
      ),
      "responseHistogram": json(command.responseHistogram),
      "serviceHistogram": json(command.serviceHistogram),
      "replyHistogram": json(command.replyHistogram),
      "slipHistogram": json(command.slipHistogram),
      "queueHistogram": json(command.queueingHistogram),
      "jitterHistogram": command.stream.map { json($0.jitterHistogram) } ?? .null,
    ]
  }

  private static func json(_ histogram: Histogram) -> JSONText {
    JSONText(Base64.encode(histogram.encodedV2Compressed()))
  }

  private static func json(_ platform: LoadPlatform) -> JSONText {
    var cores: (generator: Int?, dispatcher: Int?)
    if case .pinned(let generator, let dispatcher) = platform.cores {
      cores = (generator, dispatcher)
    }
    return [
      "availableCores": JSONText(platform.availableCoreCount),
      "generatorCore": JSONText(cores.generator),
      "dispatcherCore": JSONText(cores.dispatcher),
      "generatorPinned": JSONText(platform.generatorIsPinned),
      "dispatcherPinned": JSONText(platform.dispatcherIsPinned),
    ]
  }

  static func json(_ summary: LatencySummary, all: Bool) -> JSONText {
    var members = [JSONMember("p50", JSONText(summary.p50))]
    if all { members.append(JSONMember("p90", JSONText(summary.p90))) }
    members.append(JSONMember("p99", JSONText(summary.p99)))
    if !all { members.append(JSONMember("trimmedMean", JSONText(summary.trimmedMean))) }
    if all {
      members.append(JSONMember("p999", JSONText(summary.p999)))
      members.append(JSONMember("p9999", JSONText(summary.p9999)))
      members.append(JSONMember("max", summary.count > 0 ? JSONText(summary.max) : .null))
    }
    return .object(members)
  }
}
