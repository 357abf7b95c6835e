import KymoBridge
import KymoCommandLine
import KymoCore
import KymoMCAP
import KymoRecording
import KymoReport
import KymoText

extension SynthCommand {
  /// Makes a session of an app's own: its inputs, from memory, go through the app on
  /// their way to the file.
  static func run(
    _ kind: AppSession,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let duration = arguments.nanosecondsIfGiven("duration") ?? 60_000_000_000
    guard duration <= kind.maximumNanoseconds else {
      let longest = QuantityText(isUnicode: false).duration(nanoseconds: kind.maximumNanoseconds)
      throw .usage("\(kind.name) is made in memory: --duration takes at most \(longest)")
    }
    guard arguments.integerIfGiven("events") == nil else {
      throw .usage(
        """
        the number of events of \(kind.name) cannot be set: --events is for other kinds
        """
      )
    }
    let rate = arguments.numberIfGiven("rate") ?? 100
    guard Double(duration) / 1e9 * rate <= Double(maximumArrivals) else {
      throw .usage(
        "\(kind.name) is made in memory: --duration and --rate may give at most "
          + "\(maximumArrivals) samples"
      )
    }
    let session = kind.inputs(
      AppSessionWishes(
        seed: arguments.seed("seed"),
        durationNanoseconds: duration,
        accelerometerHertz: rate,
        mode: arguments.callMode ?? .strict
      )
    )
    let type = arguments.isGiven("app") ? arguments.app : arguments.tool.apps.maker(of: kind)
    let app = try AppInstance.make(type, AppSetup(session.description))
    let interrupt = console.interrupt
    return try write(app, arguments, &console) { (app, output, _) throws(MCAPError) in
      try record(session, app, to: output, interrupt, arguments)
    }
  }

  private static func record(
    _ session: SessionInputs,
    _ app: consuming AppInstance,
    to output: OutputFile,
    _ interrupt: Interrupt,
    _ arguments: ParsedArguments
  ) throws(MCAPError) -> (result: SessionResult, wasInterrupted: Bool) {
    var maker = try SessionMaker(output, app, session.description, arguments)
    let end = maker.play(session.list) { interrupt.isRequested }
    return (try maker.finish(), end == .stopped)
  }
}
