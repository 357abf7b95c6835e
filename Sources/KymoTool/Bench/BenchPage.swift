import KymoBridge
import KymoCommandLine
import KymoCore
import KymoRecording
import KymoReport
import KymoScript
import KymoText

/// The page of `kymo bench --page`: it takes part in every event of the load.
final class BenchPage {
  /// The guard against scripts that run for ever.
  enum Guarding {
    /// The engine ends those that run too long, which slows every call down.
    case limit
    /// Another thread ends the process if they do not come back.
    case watch
    /// Nothing may depend on the clock.
    case nothing
  }

  /// The page's end.
  let link: PageLink
  /// The name of the tool.
  let tool: String
  private let path: String
  private let setting: PageSetting
  private let observer: PageConsole
  private let hang: UnsafeHangWatch?

  /// Loads the page.
  ///
  /// - Parameters:
  ///   - setting: the page, and what it finds around it.
  ///   - arguments: the command line.
  ///   - instance: the app's commands.
  ///   - setup: what the run is about.
  ///   - start: the time of the first event, at which the page is loaded.
  ///   - guarding: what keeps its scripts from running for ever.
  ///   - interrupt: asked while scripts run whether to stop.
  /// - Throws: why it cannot be loaded.
  init(
    _ setting: PageSetting,
    _ arguments: ParsedArguments,
    _ instance: borrowing AppInstance,
    _ setup: AppSetup,
    start: Int64,
    guarding: Guarding,
    interrupt: Interrupt = .process
  ) throws(CommandFailure) {
    path = setting.page
    self.setting = setting
    tool = arguments.tool.name
    var options = setting.link
    // Only a profile takes the page's turns between events; a bench measures them with the event.
    options.answersAtOnce = guarding == .watch
    var web = try setting.web(seed: setup.seed)
    let seconds = web.limits.seconds
    if guarding != .limit { web.limits.seconds = .infinity }
    if guarding == .nothing {
      hang = nil
    } else {
      let pulse = ScriptPulse()
      web.limits.pulse = pulse
      let name = "\(arguments.tool.name) \(arguments.specification.name)"
      let what = guarding == .limit ? "promises" : "loops or promises"
      hang = UnsafeHangWatch(
        pulse,
        seconds: seconds,
        ending: UnsafeHangWatch.Ending(
          "\(name): \(path.printable): its scripts never return: endless \(what)",
          .failure
        ),
        interruption: (
          { interrupt.isRequested },
          UnsafeHangWatch.Ending(
            "\(name): interrupted while a script of \(path.printable) ran: nothing was measured to its end",
            .partial
          )
        ),
        // The engine would have to look more often, which measures would show.
        isEngineAsking: false
      )
    }
    observer = PageConsole(printsNothing: true)
    link = PageLink(
      to: instance,
      clock: ScriptClock(now: start),
      web: web,
      options: options,
      observer: observer
    )
    link.inputs = PageInputs(from: start, hasBackButton: setting.platform == .android)
    do throws(WebViewError) { try link.load(path) } catch {
      throw CommandFailure(error, page: path)
    }
  }

  /// Whether scripts could not go on, so that there is nothing more to measure.
  var hasFailed: Bool { link.failure != nil }

  /// Says at the end what became of the messages.
  func finish() { link.finish() }

  /// Prints what `kymo bench` says of the page.
  func print(to console: inout Console) {
    console.print("page      \(path.printable)")
    setting.answers.print(to: &console)
    console.print("to page   " + RunReport.text(link.traffic.ledger.toPage))
    console.print("to native " + RunReport.text(link.traffic.ledger.toNative))
    if link.sensors.count > 0 {
      console.print("sensors   \(link.sensors.count) events for the page's listeners")
    }
    if link.traffic.ledger.refusedCalls > 0 {
      console.print("refused   \(link.traffic.ledger.refusedCalls) calls")
    }
    console.print("bridge    \(link.traffic.digest.text)")
  }

  /// The same for programs.
  var json: JSONText {
    [
      "file": JSONText(path),
      "bridgeDigest": JSONText(link.traffic.digest.text),
      "sensorEvents": JSONText(link.sensors.count),
      "toPage": RunReport.json(link.traffic.ledger.toPage),
      "toNative": RunReport.json(link.traffic.ledger.toNative),
      "refusedCalls": JSONText(link.traffic.ledger.refusedCalls),
      "uncaughtCount": JSONText(link.exceptions.count),
    ]
  }

  /// Refuses figures of a page that did not work: it threw what nobody caught, or ran into a limit.
  func check() throws(CommandFailure) {
    if let failure = link.failure {
      // Limits are given to run only.
      throw CommandFailure(file: path, "\(failure)", remedy: "\(.tool) run shows more")
    }
    if link.missedCallsAtOnce > 0 {
      throw CommandFailure(
        file: path,
        "\(link.missedCallsAtOnce) of its calls return results, which it does not get here",
        remedy: "\(.tool) run measures their round trips"
      )
    }
    guard let first = link.exceptions.first else { return }
    throw CommandFailure(
      file: path,
      "\(link.exceptions.count) uncaught exceptions, so these are not the figures of a working page; the first: "
        + "\(first)".printable,
      remedy: "\(.tool) run shows all of them"
    )
  }
}
