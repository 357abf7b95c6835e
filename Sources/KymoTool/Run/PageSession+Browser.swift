import KymoCommandLine
import KymoScript

/// The same session with the page in a browser.
extension PageSession {
  /// Runs the session in a browser, too, if that is wanted and the run here came to its end.
  ///
  /// - Returns: why it came to nothing; nil if it did not.
  func compare(
    _ report: inout RunReport,
    _ compared: PageCompared,
    _ console: inout Console
  ) -> CommandFailure? {
    let link = report.link
    guard arguments.isGiven("in"), link.failure == nil, !report.figures.wasInterrupted else {
      return nil
    }
    guard link.inputs.count == 0, link.inputs.missedCount == 0 else { return BrowserRun.touched }
    console.note("once more in Chromium")
    do throws(CommandFailure) {
      report.browser = try BrowserRun(
        self,
        against: compared.messages,
        of: link,
        console.interrupt
      )
      return nil
    } catch { return error }
  }
}
