import KymoCommandLine
import KymoRecording
import KymoScript
import KymoText

extension PageSession {
  /// Reads how the session is given to the page.
  ///
  /// - Parameter start: when the page is loaded, in ns.
  /// - Returns: it, as fast as it goes.
  /// - Throws: an act at a time that is none of the session.
  func runOptions(from start: Int64) throws(CommandFailure) -> PageRunOptions {
    var options = PageRunOptions()
    options.after = arguments.nanoseconds("after")
    options.leavesRequestsOut = file?.description?.hasPhoneCalls == true
    options.inputs = try acts.inputs(from: start, file?.description?.clock)
    options.leavesTapsOut = acts.leavesTapsOut
    options.leavesLifecycleOut = acts.leavesLifecycleOut
    return options
  }

  /// Refuses what is no selector, before the page runs.
  func checkSelectors(_ view: WebView) throws(CommandFailure) {
    let wrong: String?
    do throws(WebViewError) {
      wrong = try view.wrongSelector(among: acts.selectors, for: page)
    } catch { throw CommandFailure(error, page: page) }
    if let wrong { throw .usage("--tap: '\(wrong.printable)' is no CSS selector") }
  }
}
