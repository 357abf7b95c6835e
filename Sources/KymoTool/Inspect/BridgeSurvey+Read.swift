import KymoCommandLine
import KymoRecording
import KymoTraffic

extension BridgeSurvey {
  /// Reads a recording for a command.
  static func read(
    _ file: SessionFile,
    _ routing: CommandRouting,
    _ path: String,
    _ interrupt: Interrupt
  ) throws(CommandFailure) -> BridgeSurvey {
    do throws(SessionError) {
      return try BridgeSurvey(file, routing) { interrupt.isRequested }
    } catch { throw CommandFailure(error, file: path) }
  }
}
