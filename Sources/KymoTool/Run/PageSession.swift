import KymoBridge
import KymoCore
import KymoRecording
import KymoScript
import KymoMCAP

/// One `kymo run`: the page, the session, the native side, and what is recorded.
struct PageSession {
  private let arguments: ParsedArguments
  private let page: String
  private let path: String?
  private let faults: [UInt64: PageFault]

  /// Reads the command line.
  ///
  /// - Throws: `usage` for faults that are none.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    page = arguments.positional("page")
    path = arguments.positionalIfGiven("recording")
    var faults: [UInt64: PageFault] = [:]
    for text in arguments.texts("fault") {
      guard let (number, fault) = PageFault.parsed(text) else {
        throw .usage(
          "--fault takes drop@N, duplicate@N, reorder@N, reload@N or delay@N=SECONDS; not '\(text)'"
        )
      }
      faults[number] = fault
    }
    self.faults = faults
    if arguments.flag("verify"), path == nil { throw .usage("--verify needs a recording") }
    if arguments.flag("verify"), !faults.isEmpty {
      throw .usage("--verify compares a run without faults; there is a --fault")
    }
  }

  /// Runs it; what is recorded goes to `output`.
  func run(
    _ output: inout OutputFile?,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let target = arguments.textIfGiven("record")
    if let target {
      try InputFiles([page] + arguments.positionals("recording"), sandbox: nil).check(target)
      console.isOutputTaken = target == "-"
    }
    var file: SessionFile?
    if let path { file = try SessionFile.open(path) }
    let type: any App.Type
    if let file, let path {
      type = try file.app(arguments, path: path)
    } else {
      type = arguments.appIfGiven ?? arguments.tool.apps.first
    }
    let setup = self.setup(file)
    let instance = try AppInstance.make(type, setup)
    let (app, names, channels) = (instance.app, instance.table.names, instance.routing.channels)
    var arena = 0
    let events = try sessionEvents(file, instance.routing, &arena)
    let start = try start(file, instance.routing)
    let observer = PageConsole(printsNothing: arguments.wantsJSON)
    let expectation = try expectation(file, instance.routing)
    let clock = ScriptClock(now: start)
    let web = self.web(setup.seed)
    let hang = hangWatch(web, target)
    let link = PageLink(
      clock: clock,
      web: web,
      commands: names,
      names: instance.routing.names,
      calls: setup.calls ?? CallRules(),
      options: try linkOptions(),
      expectation: expectation,
      observer: observer
    )
    do throws(WebViewError) { try link.load(page) } catch {
      throw CommandFailure(error, page: page)
    }
    if let target { output = try OutputFile(target, isNone: InputFiles([page])) }
    let sink = try recorder(file, output, type, names, channels, setup, link)
    var options = PageRun<OptionalSink<PageRecorder>>.Options()
    options.after = arguments.nanoseconds("after")
    if case .times(let factor) = arguments.speed("speed") { options.speed = .times(factor) }
    let run = PageRun(
      table: instance.table,
      link: link,
      sink: sink,
      arenaBytes: arena,
      options: options
    )
    let interrupt = console.interrupt
    console.beginProgress(
      "running",
      of: file?.result.map { Int(clamping: $0.events) },
      unit: "events"
    )
    let wall = MonotonicClock()
    let begin = wall.now
    var result = run.run(events, from: start) { inputs in
      observer.print(to: &console)
      console.progress(to: Int(inputs))
      return interrupt.isRequested
    }
    console.endProgress()
    observer.print(to: &console)
    var session = SessionResult(
      app: type.name,
      commands: names,
      channels: channels,
      digest: result.digest
    )
    session.counters = app.counters
    session.end = result.end
    session.losses = link.losses
    let report = RunReport(
      page: page,
      session: path,
      app: type,
      link: link,
      result: session,
      inputs: result.inputs,
      leftOut: result.leftOut,
      leftOutDialogs: result.leftOutDialogs,
      counts: result.counts,
      commands: names,
      counted: CountedByApp(app),
      console: observer,
      expectation: expectation,
      wasInterrupted: result.wasInterrupted,
      seconds: Double(wall.now - begin) / 1e9,
      commandLine: arguments.commandLine
    )
    if let output {
      do { _ = try result.sink.take()?.finish(session) } catch {
        throw CommandFailure(error, file: output.path)
      }
    }
    if let failure = result.failure, path != nil {
      throw CommandFailure(
        failure,
        file: arguments.positionals("recording").joined(separator: ", ")
      )
    }
    if link.failure == nil {
      _ = try output?.finish(wasInterrupted: result.wasInterrupted, &console)
    }
    if arguments.wantsJSON { console.print(report.json) } else { report.print(to: &console) }
    _ = consume hang
    if let failure = link.failure { throw CommandFailure(failure, page: page) }
    return report.status
  }

  // MARK: Parts

  private func setup(_ file: SessionFile?) -> AppSetup {
    var setup = file.map { arguments.setup($0) } ?? AppSetup(seed: 1)
    // There is a page, whatever the recording says.
    if setup.calls == nil { setup.calls = CallRules() }
    if let mode = arguments.callMode { setup.calls?.mode = mode }
    if let seed = arguments.seedIfGiven("seed") { setup.seed = seed }
    return setup
  }

  private func web(_ seed: UInt64) -> WebViewOptions {
    var web = WebViewOptions()
    web.seed = seed
    web.zone = arguments.text("zone")
    web.locale = arguments.text("locale")
    web.limits.seconds = arguments.number("script-time")
    web.limits.pulse = ScriptPulse()
    web.limits.memoryBytes = arguments.integer("script-memory") << 20
    return web
  }

  /// Ends all of it if promises call each other for ever.
  private func hangWatch(_ web: WebViewOptions, _ target: String?) -> UnsafeHangWatch? {
    guard let pulse = web.limits.pulse else { return nil }
    var text =
      "\(arguments.tool.name) run: \(page.printable): its scripts do not come back: promises that never end"
    if let target, target != "-" {
      text +=
        "; what was recorded can be salvaged: \(arguments.tool.name) recover \(target).part -o OUT.mcap"
    }
    return UnsafeHangWatch(pulse, seconds: web.limits.seconds, text: text)
  }

  private func linkOptions() throws(CommandFailure) -> PageLink.Options {
    var options = PageLink.Options()
    options.bridge = arguments.textIfGiven("bridge").flatMap(PageBridge.init)
    if let path = arguments.textIfGiven("fetch") {
      let text = try UnsafeTextFile.read(path, limit: FetchScript.maximumBytes)
      do throws(FetchScriptError) { options.fetches = try FetchScript(json: text) } catch {
        throw CommandFailure(file: path, "\(error)".printable)
      }
    }
    options.faults = faults
    options.confirms = !arguments.flag("decline")
    return options
  }

  /// The events of the session, and how much room their texts need.
  private func sessionEvents(
    _ file: SessionFile?,
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

  /// When the page is loaded: at the first event that is not its own; at 0 without one.
  private func start(
    _ file: SessionFile?,
    _ routing: CommandRouting
  ) throws(CommandFailure) -> Int64 {
    guard let file, let path else { return 0 }
    do throws(SessionError) {
      var events = try file.events(routing)
      while let event = try events.next() {
        if event.source != .page, event.source != .dialog { return event.timestamp }
      }
      return 0
    } catch { throw CommandFailure(error, file: path) }
  }

  /// The calls that the recording has of a page; nil if nobody asked.
  private func expectation(
    _ file: SessionFile?,
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
        "it holds no calls of a page to compare with",
        remedy:
          "make one with: \(.tool) run \(page.shellQuoted) \(path.shellQuoted) --record FILE.mcap"
      )
    }
    return PageExpectation(calls, dialogs: file.description?.hasDialogs == true ? dialogs : nil)
  }

  private func recorder(
    _ file: SessionFile?,
    _ output: OutputFile?,
    _ app: any App.Type,
    _ commands: [String],
    _ channels: ChannelTable,
    _ setup: AppSetup,
    _ link: PageLink
  ) throws(CommandFailure) -> OptionalSink<PageRecorder> {
    guard let output else { return .none }
    var description = file?.description ?? SessionDescription(origin: "run", seed: setup.seed)
    description.calls = setup.calls
    description.seed = setup.seed
    description.inputOrder = .dispatch
    description.hasDialogs = true
    do {
      let writer = try SessionWriter(
        output,
        description: description,
        app: app.name,
        commands: commands,
        channels: file?.describing(channels) ?? channels,
        hasTrace: true,
        options: OutputOptions.writerOptions(arguments)
      )
      return OptionalSink(PageRecorder(Recorder(writer, hasTrace: true), of: link))
    } catch { throw CommandFailure(error, file: output.path) }
  }
}

extension CommandFailure {
  /// A page could not be loaded, or could not go on.
  init(_ error: WebViewError, page: String) {
    switch error {
    case .script(.timeLimit(let seconds, _)):
      self.init(
        file: page,
        "a script ran longer than \(seconds) s and was ended",
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
      self.init(file: page, text.hasPrefix(name) ? String(text.dropFirst(name.count)) : text)
    }
  }
}

extension PageFault {
  /// A fault as the command line has it: `drop@12`, `delay@12=0.5`.
  static func parsed(_ text: String) -> (number: UInt64, fault: PageFault)? {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    if parts[0] == "delay" {
      let values = parts[1].split(separator: "=", omittingEmptySubsequences: false)
      guard values.count == 2, let number = UInt64(values[0]), let seconds = Double(values[1]),
        (0...1e6).contains(seconds)
      else { return nil }
      return (number, .delay(Int64((seconds * 1e9).rounded())))
    }
    guard let number = UInt64(parts[1]) else { return nil }
    switch parts[0] {
    case "drop": return (number, .drop)
    case "duplicate": return (number, .duplicate)
    case "reorder": return (number, .reorder)
    case "reload": return (number, .reload)
    default: return nil
    }
  }
}

extension PageLink {
  /// What was lost on the bridge, for the recording's ledger.
  var losses: [SessionResult.Loss] {
    let places = [
      ("bridge, to the page", ledger.toPage.dropped + ledger.toPage.lostByReload),
      ("bridge, to native code", ledger.toNative.dropped + ledger.toNative.lostByReload),
      ("page, calls refused", refusedCalls),
      ("page, dialogs", lostDialogs),
    ]
    return places.filter { $0.1 > 0 }.map { SessionResult.Loss(place: $0.0, count: $0.1) }
  }
}
