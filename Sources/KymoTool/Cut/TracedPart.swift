import KymoCommandLine
import KymoCore
import KymoMCAP
import KymoRecording
import KymoText

/// A part of a recording, on its way through the app that makes its trace anew.
struct TracedPart {
  private let report: EditReport
  private let part: OutputFile

  /// Takes a part that was written, and can be read back.
  init(_ report: EditReport, in part: OutputFile) {
    self.report = report
    self.part = part
  }

  /// Replays the part into the new recording.
  func write(
    to target: OutputFile,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    try target.keeping { () throws(CommandFailure) in
      let file = try SessionFile.open(part.writtenPath ?? part.path)
      let (result, unheard) = try record(file, target, arguments, &console)
      let wasInterrupted = console.interrupt.isRequested
      let place = try target.finish(
        wasInterrupted: wasInterrupted,
        having: "a whole recording of what was replayed so far",
        &console
      )
      var edit = EditResult("cut", report, output: place)
      edit.add(result, wasInterrupted: wasInterrupted)
      if arguments.wantsJSON { console.print(edit.json) } else { edit.print(to: &console) }
      for channel in unheard where channel.use == .leftOut {
        console.note(
          "left out  \(channel.count) messages of \(channel.topic.printable): no replay knows them"
        )
      }
      return wasInterrupted ? .partial : .success
    }
  }

  private func record(
    _ file: SessionFile,
    _ target: OutputFile,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> (SessionResult, [UnheardChannel]) {
    let setup = AppSetup(file)
    let type = try file.app(arguments, path: arguments.positional("recording"))
    let app = try AppInstance.make(type, setup)
    let run = RecordedRun(
      app,
      SessionDescription(replaying: file, calls: setup.calls),
      of: file,
      options: OutputOptions.writerOptions(arguments)
    )
    let events: SessionEvents
    do { events = try file.events(app.routing) } catch {
      throw CommandFailure(error, file: part.path)
    }
    var options = ReplayOptions()
    let interrupt = console.interrupt
    options.shouldStop = { interrupt.isRequested }
    console.beginProgress("replaying", of: nil, unit: "events")
    var replayed = Replay.run(
      events,
      table: app.table,
      sink: try run.recorder(in: target),
      options: options
    ) { console.progress(to: Int($0)) }
    console.endProgress()
    let result = run.result(replayed.digest, end: file.end)
    let unheard = replayed.unheard
    let failure = replayed.failure
    do throws(MCAPError) {
      _ = try replayed.sink.take()?.finish(result, with: file)
    } catch { throw CommandFailure(error, file: target.path) }
    if let failure { throw CommandFailure(failure, file: part.path) }
    return (result, unheard)
  }
}
