import KymoBridge
import KymoCapture
import KymoCommandLine
import KymoCore
import KymoMCAP
import KymoRecording
import KymoServer
import KymoText
import KymoTraffic
import KymoTrials

/// A server from its start to its end: one session after the other.
struct ServedRun: ~Copyable {
  private let arguments: ParsedArguments
  private let type: any App.Type
  private let setup: AppSetup
  private let inputs: InputFiles
  private let clock = ServerClock(startingAt: UnsafeWallClock.nanoseconds())
  private var traffic: ServedTraffic
  private var report: ServeReport

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    type = arguments.app
    setup = AppSetup(
      calls: CallRules(mode: arguments.callMode ?? .strict),
      seed: arguments.seed("seed"),
      sandbox: arguments.textIfGiven("sandbox")
    )
    inputs = InputFiles(
      ["tls-key", "tls-certificate", "from"].compactMap { arguments.textIfGiven($0) },
      sandbox: setup.sandbox
    )
    report = ServeReport(app: type)
    traffic = try ServedTraffic(arguments, inputs)
  }

  /// A session that is through, whose recording is not ended.
  private struct Finished: ~Copyable {
    var recorder: Recorder?
    var output: OutputFile?
    /// Its files, if it begins new ones.
    var files: RotatedRecording?
    var result: SessionResult
  }

  mutating func run(_ console: inout Console) throws(CommandFailure) -> ExitStatus {
    var configuration = try ServedConfiguration.make(arguments, type, at: clock.now)
    if let path = arguments.textIfGiven("from") {
      let reading = try CapturedAnswers.read(path, console.interrupt)
      configuration.recorded = reading.answers
      console.note("\(console.speaker): \(reading.answers.count) answers of \(path.printable)")
      for (reason, count) in reading.leftOut.sorted(by: { $0.key < $1.key }) {
        console.note("\(console.speaker): left out \(count): \(reason)")
      }
    }
    // What keeps the app from running is known before anybody is told that it is served.
    var instance: AppInstance? = try AppInstance.make(type, setup)
    // A folder that cannot be written to is found now, and not when a client wants a recording.
    if arguments.isGiven("recordings") { try recording().discard() }
    var output = try arguments.textIfGiven("record").map { path throws(CommandFailure) in
      try RecordingSeries.open(path, arguments, isNone: inputs, &console)
    }
    console.isOutputTaken =
      arguments.textIfGiven("record") == "-" || arguments.textIfGiven("pcap") == "-"
    let interrupt = console.interrupt
    let clock = clock
    let lastTime = arguments.nanosecondsIfGiven("duration").map { clock.now + $0 }
    let server: BridgeServer
    do {
      server = try BridgeServer(configuration, clock: clock, tap: traffic.takeTap()) {
        interrupt.isRequested || (lastTime.map { clock.now >= $0 } ?? false)
      }
    } catch { throw CommandFailure(error) }
    report.port = server.port
    do { try traffic.start(configuration, port: server.port) } catch {
      _ = server.finish()
      throw error
    }
    var announcement: ServerConfiguration? = configuration
    var isRecorded = output != nil
    while true {
      if isRecorded, output == nil {
        do { output = try recording() } catch {
          // The session goes on, without a recording.
          console.complain(error.message.text(tool: arguments.tool.name))
          report.failed = true
        }
      }
      let app: AppInstance
      if let first = instance.take() {
        app = first
      } else {
        app = try AppInstance.make(type, setup)
      }
      var session = try serve(app, server, output, announcing: announcement.take(), &console)
      output = nil
      let order = server.takeOrder()
      if order == .stop {
        report.summary = server.finish()
        end(&session, attaching: finishTraffic(&console), &console)
        break
      }
      end(&session, attaching: [], &console)
      server.recordings = report.recordings
      isRecorded = order == .record
    }
    if arguments.wantsJSON { console.print(report.json) } else { report.print(to: &console) }
    return report.status
  }

  // MARK: A session

  /// Serves one session to its end.
  private mutating func serve(
    _ instance: consuming AppInstance,
    _ server: borrowing BridgeServer,
    _ output: OutputFile?,
    announcing configuration: ServerConfiguration?,
    _ console: inout Console
  ) throws(CommandFailure) -> Finished {
    let run = recordedRun(instance)
    let type = type
    var info = ServerSessionInfo(
      app: type.name,
      errorName: { type.name(ofError: $0) },
      recording: output?.path,
      canRecord: arguments.isGiven("recordings")
    )
    info.captureFailure = traffic.failure
    var output = output
    let files =
      RotatedRecording.isWanted(arguments)
      ? output.map { RotatedRecording($0, arguments, isNone: inputs) } : nil
    var recorder = try startRecording(run, &output, files, &info, &console)
    var session = server.openSession(run, table: instance.table, recorder.take(), info)
    // Who is told of the server finds a session.
    if let configuration { announce(configuration, server.port, &console) }
    session.run(clock: clock)
    let result = session.end()
    report.add(session.maker.pipeline.dispatcher)
    report.add(result, CountedByApp(run.app), isRecorded: output != nil)
    return Finished(
      recorder: session.takeRecorder(),
      output: files?.output ?? output,
      files: files,
      result: result
    )
  }

  /// The run, with what a recording of it says.
  private func recordedRun(_ instance: borrowing AppInstance) -> RecordedRun {
    var description = SessionDescription(origin: "kymo serve", clock: .unix, seed: setup.seed)
    description.calls = setup.calls
    return RecordedRun(instance, description, options: OutputOptions.liveWriterOptions(arguments))
  }

  /// Begins the recording of a session, if it has one.
  ///
  /// One that a client wants and that cannot be written is said and counted, and the session goes on without it.
  private mutating func startRecording(
    _ run: RecordedRun,
    _ output: inout OutputFile?,
    _ files: RotatedRecording?,
    _ info: inout ServerSessionInfo,
    _ console: inout Console
  ) throws(CommandFailure) -> OptionalSink<Recorder> {
    if let path = output?.path { noteFailure(of: files?.written ?? WrittenPath(path), in: &info) }
    if let files {
      let speaker = "\(arguments.tool.name) serve"
      let rotation = files.rotation(of: run) {
        UnsafeTerminal.say(
          "\(speaker): no new file can be begun: \($0); the recording goes on in the last one"
        )
      }
      do { return OptionalSink(try run.recorder(files.output, rotating: rotation)) } catch {
        throw CommandFailure(error, file: files.output.path)
      }
    }
    do { return try run.recorder(in: output) } catch {
      guard arguments.isGiven("recordings") else { throw error }
      console.complain(error.message.text(tool: arguments.tool.name))
      report.failed = true
      output?.discard()
      (output, info.recording) = (nil, nil)
      return .none
    }
  }

  /// Where a recording goes that a client has asked for.
  private func recording() throws(CommandFailure) -> OutputFile {
    let folder = arguments.text("recordings")
    let time = CalendarTime(nanosecondsSinceEpoch: clock.now)
    let stamp = time.iso.filter { $0 != "-" && $0 != ":" }
    let name = "\(folder)/session-\(stamp)-\(report.sessions)"
    // Another server may record into the same folder, in the same second.
    for number in 1...OutputFile.maximumParts {
      let path = name + (number == 1 ? ".mcap" : "-\(number).mcap")
      let isFree = UnsafeOutputPlace.time(of: path) == nil && UnfinishedFile.all(of: path).isEmpty
      if isFree { return try OutputFile(path, isNone: inputs, former: .kept) }
    }
    throw CommandFailure(
      file: name + ".mcap",
      "it already exists",
      remedy: "choose another folder"
    )
  }

  /// Lets people know at once when a recording cannot be written any more.
  private func noteFailure(of path: WrittenPath, in info: inout ServerSessionInfo) {
    let speaker = "\(arguments.tool.name) serve"
    info.noteRecordingFailure = { reason, lost in
      UnsafeTerminal.say(
        """
        \(speaker): \(path.text.printable) can no longer be written: \(reason); \(Self.lost(lost)), and \
        requests that would be recorded now get 507
        """
      )
    }
  }

  private static func lost(_ count: UInt64) -> String {
    count == 1 ? "1 accepted event is not in it" : "\(count) accepted events are not in it"
  }

  /// Ends the recording of a session, if there is one; what is wrong with it is said, and counted.
  private mutating func end(
    _ session: inout Finished,
    attaching attachments: [MCAPAttachment],
    _ console: inout Console
  ) {
    guard let output = session.output, let recorder = session.recorder.take() else { return }
    if let files = session.files {
      for file in files.completed { report.keep(file.path, bytes: file.bytes) }
      if files.failure != nil { report.failed = true }
    }
    let (health, accepted) = (recorder.health, recorder.inputCount)
    // Which is an earlier one if that could not be finished.
    let failing = session.files?.former ?? output
    do throws(CommandFailure) {
      do { _ = try recorder.finish(session.result, attaching: attachments) } catch {
        throw CommandFailure(error, file: failing.path)
      }
      let bytes = output.writtenBytes
      report.keep(try output.finish(wasInterrupted: false, &console), bytes: bytes)
    } catch {
      let lost = accepted - min(accepted, health?.savedMessages ?? accepted)
      let part = failing.keep()
      report.lose(.init(path: failing.path, part: part, accepted: accepted, lost: lost))
      let kept = part.map { "; what was written so far is kept as \($0)" } ?? ""
      let text = error.message.text(tool: arguments.tool.name)
      console.complain(text + kept + (lost > 0 ? "; \(Self.lost(lost))" : ""))
    }
  }

  /// Ends the capture; what is wrong with it is said, and the recording is whole all the same.
  ///
  /// - Returns: the capture as it travels in the recording.
  private mutating func finishTraffic(_ console: inout Console) -> [MCAPAttachment] {
    do throws(CommandFailure) {
      try traffic.finish(&report, &console)
      return try traffic.attachment(clock.now, &report)
    } catch {
      console.complain(error.message.text(tool: arguments.tool.name))
      report.failed = true
      return []
    }
  }

  // MARK: What is said

  private func announce(
    _ configuration: ServerConfiguration,
    _ port: UInt16,
    _ console: inout Console
  ) {
    let scheme = configuration.identity == nil ? "http" : "https"
    for host in ServedConfiguration.shownHosts(configuration) {
      console.note("\(console.speaker): \(type.name) at \(scheme)://\(host):\(port)/")
    }
    if configuration.token != nil {
      let host = ServedConfiguration.shownHosts(configuration).first ?? "HOST"
      console.note(
        "\(console.speaker): to let a browser in, open \(scheme)://\(host):\(port)/?token=TOKEN in it once; "
          + "it then has a cookie"
      )
    }
    if let fingerprint = configuration.identity?.fingerprint {
      console.note("\(console.speaker): the certificate's SHA-256 is \(fingerprint)")
    }
  }
}
