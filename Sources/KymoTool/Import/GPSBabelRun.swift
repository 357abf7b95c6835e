import KymoCommandLine
import KymoFormats
import KymoRecording
import KymoTrials

/// Runs gpsbabel for an import.
enum GPSBabelRun {
  /// Every format, those that gpsbabel reads included.
  ///
  /// - Parameter interrupt: ends the program.
  /// - Returns: the formats.
  static func formats(_ interrupt: Interrupt) -> [any ImportFormat] {
    ImportFormats.all + [GPSBabelFormat { run($0) { interrupt.isRequested } }]
  }

  private static func run(
    _ command: [String],
    shouldStop: () -> Bool
  ) -> GPSBabelFormat.Outcome {
    do throws(TrialError) {
      let outcome = try UnsafeChildProcess.run(command, shouldStop: shouldStop)
      switch outcome.end {
      case .exited(0): return .success
      case .interrupted: return .interrupted
      default:
        let said = outcome.lastLines()
        return .failure(said.isEmpty ? outcome.ending : String(said.prefix(200)))
      }
    } catch { return .notInstalled }
  }
}
