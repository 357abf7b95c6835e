import KymoBridge
import KymoCommandLine
import KymoCore
import KymoMCAP
import KymoRecording
import KymoReport
import KymoScript
import KymoText
import KymoTrials

/// One `kymo run`: the page, the session, the native side, and what is recorded.
struct PageSession {
  let arguments: ParsedArguments
  /// The page, as the user named it.
  let page: String
  /// The recording, as the user named it; nil without one.
  let path: String?
  /// The recording.
  let file: SessionFile?
  /// The native side.
  let app: any App.Type
  /// The setup of the run.
  let setup: AppSetup
  /// What the page finds around it.
  let setting: PageSetting
  /// The faults that are made.
  let faults: PageFaults
  /// The phone that the run is compared with; nil if nobody asked.
  let phone: ComparedPhone?
  /// What a person and the phone do to the page.
  let acts: PageInputOptions

  /// Reads the command line, and opens the session.
  ///
  /// - Throws: `usage` for faults that are none; that the session cannot be read.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    page = arguments.positional("page")
    path = arguments.positionalIfGiven("recording")
    if arguments.flag("verify"), path == nil { throw .usage("--verify needs a recording") }
    if arguments.flag("verify"), arguments.isGiven("fault") {
      throw .usage("--verify and --fault exclude each other")
    }
    if arguments.isGiven("rate"), arguments.isGiven("speed") {
      throw .usage("--rate and --speed exclude each other")
    }
    if arguments.isGiven("rate"), path == nil { throw .usage("--rate needs a recording") }
    var faults = try PageFaults(arguments)
    try PageOptions.check(arguments)
    phone = try ComparedPhone(arguments)
    var file: SessionFile?
    if let path { file = try SessionFile.open(path) }
    self.file = file
    if let file, let path {
      app = try file.app(arguments, path: path)
    } else {
      app = arguments.appIfGiven ?? arguments.tool.apps.first
    }
    setting = try PageSetting(
      of: page,
      arguments,
      file.map { ($0, arguments.positional("recording")) }
    )
    acts = try PageInputOptions(arguments, on: setting.platform ?? .ios)
    var setup = file.map { arguments.setup($0) } ?? AppSetup(seed: 1)
    // There is a page, whatever the recording says.
    if setup.calls == nil { setup.calls = CallRules() }
    if let mode = arguments.callMode { setup.calls?.mode = mode }
    if let seed = arguments.seedIfGiven("seed") { setup.seed = seed }
    self.setup = setup
    faults.seed = setup.seed
    self.faults = faults
  }

  /// Runs it; what is recorded goes to `output`.
  func run(
    _ output: inout OutputFile?,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let inputs = InputFiles(arguments.positionals("recording")).with(page: page, arguments)
    let target = arguments.textIfGiven("record")
    let exports = try exportFiles(inputs, target, &console)
    let instance = try AppInstance.make(app, setup)
    var arena = 0
    let events = try sessionEvents(instance.routing, &arena)
    let start = try start(instance.routing)
    let observer = PageConsole(printsNothing: arguments.wantsJSON)
    let expectation = try expectation(instance.routing)
    let web = try self.web(setup.seed, console.interrupt)
    let hang = hangWatch(web, target, console.interrupt)
    let startNanoseconds = UnsafeWallClock.nanoseconds()
    let link = try link(to: instance, web, from: start, faults, expectation, observer: observer)
    let compared = PageCompared()
    if arguments.isGiven("in") { link.onMessage = { compared.messages.add($0) } }
    let recorded = recordedRun(instance, web, bundler: link.view.bundler)
    if let target { output = try OutputFile(target, isNone: inputs) }
    let sink = try pageRecorder(output, recorded, link)
    var options = try runOptions(from: start)
    options.speed = try speed(instance.routing)
    let run = PageRun(
      table: instance.table,
      link: link,
      sink: sink,
      arenaBytes: arena,
      options: options
    )
    let clock = MonotonicClock()
    let begin = clock.now
    var result = self.run(run, events, from: start, observer, &console)
    let seconds = Double(clock.now - begin) / 1e9
    let session = recorded.result(result.digest, end: result.end, losses: link.losses)
    if let output {
      let files = setting.answers.attachments(at: start)
      do { _ = try result.sink.take()?.finish(session, attaching: files) } catch {
        throw CommandFailure(error, file: output.path)
      }
    }
    var report = RunReport(
      of: self,
      recorded,
      RunFigures(result, session, seconds: seconds),
      link: link,
      console: observer,
      expectation: expectation
    )
    if let failure = result.failure, path != nil {
      throw CommandFailure(
        failure,
        file: arguments.positionals("recording").joined(separator: ", ")
      )
    }
    _ = consume hang
    let failure = compare(&report, compared, &console)
    try say(report, output, &console)
    if let failure { throw failure }
    if let failure = link.failure, !link.wasInterrupted {
      throw CommandFailure(failure, page: page)
    }
    try export(report, to: exports, startNanoseconds, &console)
    return report.status
  }

  /// The files that are exported, and where the report goes beside them and a recording.
  ///
  /// - Throws: that one of them would take the place of an input.
  private func exportFiles(
    _ inputs: InputFiles,
    _ target: String?,
    _ console: inout Console
  ) throws(CommandFailure) -> ExportFiles {
    let exports = try ExportFiles(
      arguments.optionallyNamedFiles("export"),
      of: .run,
      inputs: inputs
    )
    console.isOutputTaken = exports.takesOutput
    if let target {
      try inputs.check(target)
      console.isOutputTaken = target == "-" || exports.takesOutput
    }
    return exports
  }

  /// Runs the page, and prints what it shows as it shows it.
  private func run(
    _ run: consuming PageRun<OptionalSink<PageRecorder>>,
    _ events: consuming SessionEvents?,
    from start: Int64,
    _ observer: PageConsole,
    _ console: inout Console
  ) -> PageRun<OptionalSink<PageRecorder>>.Result {
    let interrupt = console.interrupt
    console.beginProgress(
      "running",
      of: file?.result.map { Int(clamping: $0.events) },
      unit: "events"
    )
    let result = run.run(events, from: start) { inputs in
      observer.print(to: &console)
      console.progress(to: Int(inputs))
      return interrupt.isRequested
    }
    console.endProgress()
    observer.end()
    observer.print(to: &console)
    return result
  }

  /// Closes the recording if the page could go on, and says what the run came to.
  private func say(
    _ report: RunReport,
    _ output: OutputFile?,
    _ console: inout Console
  ) throws(CommandFailure) {
    let link = report.link
    if link.failure == nil || link.wasInterrupted {
      _ = try output?.finish(wasInterrupted: report.figures.wasInterrupted, &console)
    }
    guard arguments.wantsJSON else { return report.print(to: &console) }
    console.print(report.json)
    if let missed = report.firstMissed { console.complain("\(page.printable): \(missed)") }
    if let first = link.exceptions.first {
      console.complain(
        "\(page.printable): \(link.exceptions.count) uncaught; the first: \("\(first)".printable)"
      )
    }
  }

  private func export(
    _ report: RunReport,
    to files: ExportFiles,
    _ startNanoseconds: Int64,
    _ console: inout Console
  ) throws(CommandFailure) {
    let exported = RunExport(
      report: report,
      mode: setup.calls?.mode.rawValue,
      seed: setup.seed,
      startNanoseconds: startNanoseconds,
      tool: arguments.tool.name
    )
    try files.write(
      to: &console,
      isOutputJSON: arguments.wantsJSON,
      wasInterrupted: report.figures.wasInterrupted
    ) { exported.text($0) }
  }

  // MARK: Parts

  /// The page's end, with its page loaded.
  ///
  /// - Throws: why the page, or what servers answer to it, cannot be read.
  func link(
    to instance: borrowing AppInstance,
    _ web: WebViewOptions,
    from start: Int64,
    _ faults: PageFaults,
    _ expectation: PageExpectation? = nil,
    observer: PageConsole,
    in browser: ChromiumBrowser? = nil
  ) throws(CommandFailure) -> PageLink {
    var options = setting.link
    options.dialect?.isStrict = arguments.flag("strict")
    options.faults = faults
    options.confirms = !arguments.flag("decline")
    options.answersAtOnce = true
    let link = PageLink(
      to: instance,
      clock: ScriptClock(now: start),
      web: web,
      options: options,
      expectation: expectation,
      observer: observer,
      in: browser
    )
    link.exchanges = phone?.exchanges
    link.inputs = PageInputs(from: start, hasBackButton: setting.platform == .android)
    try checkSelectors(link.view)
    do throws(WebViewError) { try link.load(page) } catch {
      throw CommandFailure(error, page: page)
    }
    return link
  }

  /// The events of the session, and how much room their texts need.
  func sessionEvents(
    _ routing: CommandRouting,
    _ arena: inout Int
  ) throws(CommandFailure) -> SessionEvents? {
    guard let file else { return nil }
    let events = try self.events(file, routing)
    arena = events.arenaBytes
    return events
  }

  /// The events of the session, of all its parts.
  private func events(
    _ file: SessionFile,
    _ routing: CommandRouting
  ) throws(CommandFailure) -> SessionEvents {
    let paths = arguments.positionals("recording")
    var path = paths[0]
    let parts = try paths.dropFirst().map { part throws(CommandFailure) in
      try SessionFile.open(part)
    }
    do throws(SessionError) {
      var events = try file.events(routing)
      for (part, name) in zip(parts, paths.dropFirst()) {
        path = name
        try events.append(part)
      }
      return events
    } catch { throw CommandFailure(error, file: path) }
  }

  /// How fast the session is given.
  private func speed(_ routing: CommandRouting) throws(CommandFailure) -> ReplaySpeed {
    guard let rate = arguments.numberIfGiven("rate") else {
      switch arguments.speed("speed") {
      case .times(let factor): return .times(factor)
      case .maximum: return .maximum
      }
    }
    guard let file, let path else { return .maximum }
    var (count, first, last) = (0, Int64.max, Int64.min)
    var events = try self.events(file, routing)
    do throws(SessionError) {
      while let event = try events.next() {
        guard !event.source.isOfPage, event.source != .pageInput else { continue }
        (count, first, last) = (count + 1, min(first, event.timestamp), max(last, event.timestamp))
      }
    } catch { throw CommandFailure(error, file: path) }
    guard count > 1, first < last else {
      throw CommandFailure(file: path, "all its inputs have the same time: --rate has no meaning")
    }
    let speed = rate * (Double(last) - Double(first)) / 1e9 / Double(count - 1)
    guard PlaybackSpeed.range.contains(speed) else {
      throw .usage(
        "--rate \(arguments.text("rate")) is \(speed) times the speed of \(path.printable); "
          + "it can be 0.000001 to 1000000 times"
      )
    }
    return .times(speed)
  }

  /// When the page is loaded: at the first event that is not its own; at 0 without one.
  func start(
    _ routing: CommandRouting
  ) throws(CommandFailure) -> Int64 {
    guard let file, let path else { return 0 }
    do throws(SessionError) {
      var events = try file.events(routing)
      while let event = try events.next() {
        if !event.source.isOfPage, event.source != .pageInput { return event.timestamp }
      }
      return 0
    } catch { throw CommandFailure(error, file: path) }
  }

  /// The calls that the recording has of a page; nil if nobody asked.
  private func expectation(
    _ routing: CommandRouting
  ) throws(CommandFailure) -> PageExpectation? {
    guard arguments.flag("verify"), let file, let path else { return nil }
    var calls: [PageExpectation.Call] = []
    var dialogs: [PageDialog] = []
    var events = try self.events(file, routing)
    do throws(SessionError) {
      while let event = try events.next() {
        let isCall = event.source == .page && event.kind == .message
        guard isCall || event.source == .dialog && event.kind == .data else { continue }
        var text: [UInt8] = []
        events.withMessage(of: event) { text.append(copying: $0) }
        if isCall {
          calls.append(PageExpectation.Call(time: event.timestamp, text: text))
        } else {
          dialogs.append(PageDialog(time: event.timestamp, text: text))
        }
      }
    } catch { throw CommandFailure(error, file: path) }
    guard !calls.isEmpty || file.result != nil else {
      throw CommandFailure(
        file: path,
        "it has no calls of a page to compare with",
        remedy:
          "make one with: \(.tool) run \(page.shellQuoted) \(path.shellQuoted) --record FILE.mcap"
      )
    }
    return PageExpectation(calls, dialogs: file.description?.hasDialogs == true ? dialogs : nil)
  }

  /// The sink that records the page's session, if it is recorded.
  private func pageRecorder(
    _ output: OutputFile?,
    _ run: RecordedRun,
    _ link: PageLink
  ) throws(CommandFailure) -> OptionalSink<PageRecorder> {
    var sink = try run.recorder(in: output)
    guard let recorder = sink.take() else { return .none }
    return OptionalSink(PageRecorder(recorder, of: link))
  }

}

extension CommandFailure {
  /// A page could not be loaded, or could not go on.
  init(_ error: WebViewError, page: String) {
    switch error {
    case .script(.interrupted):
      self.init("interrupted while \(page.printable) was loaded", status: .partial)
    case .script(.timeLimit(let seconds, _)):
      self.init(
        file: page,
        "a script ran longer than \(seconds) s of processor time and was ended",
        remedy: "--script-time SECONDS lets it run longer"
      )
    case .script(.memoryLimit(let bytes, _)):
      self.init(
        file: page,
        "its scripts took more than \(bytes >> 20) MiB and were ended",
        remedy: "--script-memory MIB lets them have more"
      )
    default:
      let name = page.split(separator: "/").last.map { "\($0): " } ?? ""
      let text = "\(error)"
      var remedy: ToolText?
      if case .unreadable = error { remedy = "check the path, and whether it may be read" }
      self.init(
        file: page,
        text.hasPrefix(name) ? String(text.dropFirst(name.count)) : text,
        remedy: remedy
      )
    }
  }
}

extension PageLink {
  /// The losses on the bridge, for the recording's ledger.
  var losses: [SessionResult.Loss] {
    let ledger = traffic.ledger
    let places = [
      ("bridge, to the page", ledger.toPage.dropped + ledger.toPage.lostByReload),
      ("bridge, to native code", ledger.toNative.dropped + ledger.toNative.lostByReload),
      ("page, calls refused", ledger.refusedCalls),
      ("page, dialogs", dialogs.lost),
    ]
    return places.filter { $0.1 > 0 }.map { SessionResult.Loss(place: $0.0, count: $0.1) }
  }
}
