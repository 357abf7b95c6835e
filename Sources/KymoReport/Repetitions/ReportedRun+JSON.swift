import KymoBench
import KymoBridge
import KymoCore
import KymoHistogram
import KymoRecording

extension ReportedRun {
  /// Reads what `kymo bench --format json` wrote.
  ///
  /// - Parameter json: what the process printed; at most ``BenchBaseline/maximumBytes``.
  /// - Throws: what is wrong with it.
  /// - Complexity: O(bytes + buckets).
  public init(json: String) throws(BaselineError) {
    let reader = try ReportReader(json: json)
    try self.init(reader)
  }

  /// Reads it from a document.
  init(_ reader: borrowing ReportReader) throws(BaselineError) {
    let root = reader.root
    let schema = reader.schema
    guard schema == JSONExport.schema else { throw .schema(schema) }
    var counters: [SessionResult.Counter] = []
    guard let device = reader.document.member("device", of: root) else { throw .member("device") }
    var cursor = reader.document.cursor(over: device)
    while let member = cursor.nextMember(in: reader.document) {
      guard let count = reader.document.unsigned(of: member.value) else {
        throw .member("device")
      }
      counters.append(.init(name: reader.document.string(of: member.name) ?? "", count: count))
    }
    var losses: [SessionResult.Loss] = []
    for loss in try reader.list("losses", of: root) {
      losses.append(
        .init(
          place: try reader.text("place", of: loss),
          count: UInt64(try reader.number("count", of: loss))
        )
      )
    }
    var context = try ExportContext(reader)
    (context.counters, context.losses) = (counters, losses)
    self.context = context
    result = try LoadResult(reader)
  }
}

extension LoadResult {
  /// Reads the figures of a run; arrivals and reasons are then words.
  init(_ reader: borrowing ReportReader) throws(BaselineError) {
    let root = reader.root
    self.init(
      offered: try OfferedLoad(reader),
      measured: try MeasuredLoad(reader),
      validity: try LoadValidity(reader),
      platform: try LoadPlatform(reader),
      system: SystemObservations(process: try ProcessCounts(reader, root))
    )
  }
}

extension OfferedLoad {
  /// Reads what was offered.
  init(_ reader: borrowing ReportReader) throws(BaselineError) {
    let root = reader.root
    var drops: [LoadDrop] = []
    for drop in try reader.list("dropPlaces", of: root) {
      guard let place = LoadDrop.Place(rawValue: try reader.text("place", of: drop)) else {
        throw .member("dropPlaces")
      }
      drops.append(LoadDrop(place: place, count: try reader.count("count", of: drop)))
    }
    self.init(
      arrivals: .reported(try reader.text("arrivals", of: root)),
      plannedCount: try reader.count("plannedEvents", of: root),
      count: try reader.count("events", of: root),
      isInterrupted: try reader.bool("interrupted", of: root),
      rate: try reader.number("offeredRate", of: root),
      slips: try reader.histogram("slipHistogram", of: root),
      drops: drops
    )
  }
}

extension MeasuredLoad {
  /// Reads what was measured.
  init(_ reader: borrowing ReportReader) throws(BaselineError) {
    let root = reader.root
    let name = "measuredNanoseconds"
    guard let measured = reader.document.member(name, of: root) else { throw .member(name) }
    let start = Int64(try reader.number("from", of: measured))
    let end = Int64(try reader.number("to", of: measured))
    guard start <= end else { throw .member(name) }
    var commands: [CommandReport] = []
    for command in try reader.list("commands", of: root) {
      commands.append(try CommandReport(reader, command))
    }
    self.init(
      warmUpCount: try reader.count("warmUpEvents", of: root),
      warmUp: try WarmUpOutcome(reader),
      rate: try reader.number("achievedRate", of: root),
      nanoseconds: start...end,
      commands: commands,
      overall: CommandReport(name: "all", summing: commands),
      deadlineNanoseconds: try reader.numberIfThere("deadlineNanoseconds", of: root)
        .map { Int64($0) },
      sampleInterval: try reader.count("sampleInterval", of: root)
    )
  }
}

extension WarmUpOutcome {
  /// Reads how the warm-up ended.
  init(_ reader: borrowing ReportReader) throws(BaselineError) {
    let root = reader.root
    let medians = try reader.list("warmUpMediansNanoseconds", of: root)
      .compactMap { reader.document.number(of: $0).map { Int64($0) } }
    switch try reader.text("warmUp", of: root) {
    case "stable": self = .stable(medians: medians)
    case "unstable": self = .unstable(medians: medians)
    default: self = .fixed
    }
  }
}

extension LoadValidity {
  /// Reads why the figures must not be compared.
  init(_ reader: borrowing ReportReader) throws(BaselineError) {
    let root = reader.root
    let kinds = try reader.list("reasonKinds", of: root).map { reader.document.string(of: $0) }
    let texts = try reader.list("reasons", of: root).map { reader.document.string(of: $0) }
    guard kinds.count == texts.count else { throw .member("reasonKinds") }
    var reasons: [InvalidReason] = []
    for (kind, text) in zip(kinds, texts) {
      guard let condition = RunCondition.allCases.first(where: { "\($0)" == kind }), let text else {
        throw .member("reasonKinds")
      }
      reasons.append(.reported(condition, text))
    }
    self.init(reasons: reasons)
  }
}

extension CommandReport {
  /// Reads the figures of a command.
  init(_ reader: borrowing ReportReader, _ value: JSONValue) throws(BaselineError) {
    guard let counts = reader.document.member("statuses", of: value) else {
      throw .member("statuses")
    }
    var statuses = StatusCounts()
    for status in OutcomeStatus.allCases {
      statuses[status] = Int64(try reader.number("\(status)", of: counts))
    }
    self.init(
      name: try reader.text("name", of: value),
      response: try reader.histogram("responseHistogram", of: value),
      service: try reader.histogram("serviceHistogram", of: value),
      reply: try reader.histogram("replyHistogram", of: value),
      slip: try reader.histogram("slipHistogram", of: value),
      queueing: try reader.histogram("queueHistogram", of: value),
      statuses: statuses,
      jitter: try reader.histogramIfThere("jitterHistogram", of: value),
      missedDeadlines: try reader.numberIfThere("missedDeadlines", of: value).map { Int64($0) }
    )
  }
}

extension LoadPlatform {
  /// Reads what is said of cores, threads and the clock.
  init(_ reader: borrowing ReportReader) throws(BaselineError) {
    let root = reader.root
    guard let value = reader.document.member("threads", of: root) else { throw .member("threads") }
    let generator = try reader.numberIfThere("generatorCore", of: value)
    let dispatcher = try reader.numberIfThere("dispatcherCore", of: value)
    var cores = LoadCores.unpinned
    if let generator, let dispatcher {
      cores = .pinned(generator: Int(generator), dispatcher: Int(dispatcher))
    }
    self.init(
      cores: cores,
      available: try reader.numberIfThere("availableCores", of: value).map { Int($0) }
    )
    generatorIsPinned = try reader.bool("generatorPinned", of: value)
    dispatcherIsPinned = try reader.bool("dispatcherPinned", of: value)
    timerFloorNanoseconds = try reader.number("timerFloorNanoseconds", of: root)
    measuringNanoseconds = try reader.numberIfThere("measuringNanoseconds", of: root)
  }
}

extension ExportContext {
  /// Reads of what a run is; by what program, and of which commit, is not taken over.
  init(_ reader: borrowing ReportReader) throws(BaselineError) {
    let root = reader.root
    self.init(
      program: "",
      recording: try reader.text("recording", of: root),
      inputDigest: reader.textIfThere("inputDigest", of: root),
      app: try reader.text("app", of: root),
      mode: reader.textIfThere("mode", of: root),
      machine: try BenchMachine(reader, root),
      digest: try reader.text("digest", of: root)
    )
  }
}
