import KymoCommandLine
import KymoRecording
import KymoTraffic

extension BridgeSurvey {
  /// Reads a recording for a command; `times` are those of the requests, in ns.
  static func read(
    _ file: SessionFile,
    _ routing: CommandRouting,
    _ path: String,
    _ interrupt: Interrupt,
    in times: ClosedRange<Int64> = Int64.min...Int64.max
  ) throws(CommandFailure) -> BridgeSurvey {
    do throws(SessionError) {
      return try BridgeSurvey(file, routing, in: times) { interrupt.isRequested }
    } catch { throw CommandFailure(error, file: path) }
  }
}
