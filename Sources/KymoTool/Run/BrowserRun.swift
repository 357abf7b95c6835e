import KymoCommandLine
import KymoCore
import KymoHTTP
import KymoRecording
import KymoScript
import KymoText
import KymoTrials

/// `kymo run --in chromium`: the same session with the same native side once more, with the page in Chromium.
struct BrowserRun {
  /// What is said of messages.
  private(set) var comparison: PageComparison
  /// What the browser says it is.
  let version: String
  /// The origin of the page in Chromium, if it is not that of the run here.
  let origin: String?
  /// How many exceptions nobody caught in Chromium, and the first.
  let uncaught: UInt64
  let firstUncaught: ScriptException?
  /// How often Chromium was still at work when its turn had to end.
  let unsettled: UInt64
  let wasInterrupted: Bool

  /// Refuses what a browser has no place for, before anything runs.
  ///
  /// - Throws: `usage`; that there is no Chromium.
  static func check(_ session: PageSession) throws(CommandFailure) {
    let arguments = session.arguments
    for name in ["speed", "rate", "sweep-faults"] where arguments.isGiven(name) {
      throw .usage("--\(name) is not for --in chromium, which runs the session twice")
    }
    for name in ["tap", "lifecycle"] where arguments.isGiven(name) { throw touched }
    if session.page.hasSuffix(".js") || session.page.hasSuffix(".mjs") {
      throw .usage("--in chromium needs a page, not a script")
    }
    do throws(TrialError) { _ = try UnsafeChromiumProcess.program() } catch {
      throw CommandFailure(error)
    }
  }

  /// What is said of a session in which somebody touches the page.
  static let touched = CommandFailure.usage(
    "--in chromium: taps and steps of the app's life are made in our own engine only; 'kymo cut' leaves recorded ones out"
  )

  /// Runs the session with the page in Chromium, and compares what crosses the bridge.
  ///
  /// - Parameters:
  ///   - session: what is run.
  ///   - comparison: the messages of the run here.
  ///   - link: the link of the run here.
  ///   - interrupt: asked whether to stop.
  /// - Throws: that Chromium cannot be started, or does not do its part.
  init(
    _ session: PageSession,
    against comparison: PageComparison,
    of link: PageLink,
    _ interrupt: Interrupt
  ) throws(CommandFailure) {
    let instance = try AppInstance.make(session.app, session.setup)
    var arena = 0
    let events = try session.sessionEvents(instance.routing, &arena)
    let start = try session.start(instance.routing)
    var web = try session.web(session.setup.seed, interrupt)
    web.limits.pulse = nil
    origin = Self.origin(link.view.origin)
    if let origin, let named = WebOrigin(origin) { web.origin = named }
    let process: UnsafeChromiumProcess
    do throws(TrialError) { process = try UnsafeChromiumProcess() } catch {
      throw CommandFailure(error)
    }
    defer { process.end() }
    let browser: ChromiumBrowser
    do throws(ScriptError) { browser = try ChromiumBrowser(process, web) } catch {
      throw CommandFailure(.script(error), page: session.page)
    }
    let observer = PageConsole(printsNothing: true)
    let theirs = try session.link(
      to: instance,
      web,
      from: start,
      session.faults,
      observer: observer,
      in: browser
    )
    var compared = comparison
    theirs.onMessage = { compared.compare($0) }
    let run = PageRun(
      table: instance.table,
      link: theirs,
      sink: NoSink(),
      arenaBytes: arena,
      options: try session.runOptions(from: start)
    )
    let result = run.run(events, from: start) { _ in interrupt.isRequested }
    if let failure = result.failure, let path = session.path {
      throw CommandFailure(failure, file: path)
    }
    if let failure = theirs.failure, !theirs.wasInterrupted {
      throw CommandFailure(failure, page: session.page)
    }
    theirs.onMessage = nil
    wasInterrupted = result.wasInterrupted
    if !wasInterrupted { compared.finish() }
    self.comparison = compared
    version = browser.version
    uncaught = theirs.exceptions.count
    firstUncaught = theirs.exceptions.first
    unsettled = browser.unsettled
  }

  /// The origin for Chromium, which knows no schemes of apps; nil for the same.
  private static func origin(_ origin: String?) -> String? {
    guard let origin, let colon = origin.firstRange(of: "://")?.lowerBound,
      !["https", "http"].contains(String(origin[..<colon]))
    else { return nil }
    return "https" + origin[colon...]
  }

  /// Whether messages were compared, and none differs.
  var isSame: Bool {
    !wasInterrupted && comparison.difference == nil && comparison.compared > 0
  }

  /// The status to exit with, if the run here went well.
  var status: ExitStatus {
    if comparison.difference != nil { return .diverged }
    return isSame ? .success : .partial
  }

  // MARK: Text

  /// What both runs do not show, or what is not looked at.
  private static let leftOut = [
    "the console", "dialogs", "what is drawn", "documents in frames", "workers",
  ]

  /// What came of it, for people.
  func print(to output: inout Console, commandLine: String) {
    if let origin { output.print("origin    \(origin) in Chromium, which has no other schemes") }
    if uncaught > 0 {
      let first = firstUncaught.map { "; the first: \("\($0)".printable)" } ?? ""
      output.print("uncaught  \(uncaught) in Chromium\(first)")
    }
    if unsettled > 0 {
      output.print(
        "unsettled \(unsettled) turns: Chromium was still at work after \(ChromiumBrowser.patienceMilliseconds / 1000) s"
      )
    }
    if wasInterrupted {
      output.print("interrupted: the messages were not compared to their end")
      if comparison.difference == nil { return }
    }
    defer { output.print("not compared: \(Self.leftOut.joined(separator: ", "))") }
    guard let difference = comparison.difference else { return printSame(to: &output) }
    output.print(
      "DIFFERENT message \(difference.number)"
        + (difference.isOfTime ? ", at another time" : "")
        + ": here there are \(Self.total(.here, comparison)), in Chromium \(Self.total(.chromium, comparison))"
    )
    output.print("  here      \(Self.text(difference.here))")
    output.print("  chromium  \(Self.text(difference.chromium))")
    output.print("reproduce with: \(commandLine)")
  }

  private func printSame(to output: inout Console) {
    guard comparison.compared > 0 else {
      return output.print("compared  nothing: there was no message, neither here nor in \(version)")
    }
    output.print(
      "compared  the same \(comparison.compared) messages in \(version), in order, with their times: "
        + "\(comparison.count(.chromium, .toNative)) to native, \(comparison.count(.chromium, .toPage)) to the page"
    )
    if comparison.isCut {
      output.print("not compared: the messages behind the first \(comparison.limit)")
    }
  }

  private static func total(_ place: PageComparison.Place, _ comparison: PageComparison) -> UInt64 {
    comparison.count(place, .toNative) + comparison.count(place, .toPage)
  }

  private static func text(_ message: PageMessage?) -> String {
    guard let message else { return "none" }
    var text = String(decoding: message.text, as: UTF8.self)
    if message.direction == .toNative { text = PercentEscapes.decode(message.text[...]) ?? text }
    let shown = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).printable }.joined(separator: " ")
    let direction = message.direction == .toNative ? "to native" : "to the page"
    return "\(direction), at \(message.time) ns: \(shown.prefix(2000))"
  }

  // MARK: JSON

  /// What came of it, for programs.
  var json: JSONText {
    func counts(_ place: PageComparison.Place) -> JSONText {
      [
        "toNative": JSONText(comparison.count(place, .toNative)),
        "toPage": JSONText(comparison.count(place, .toPage)),
      ]
    }
    return [
      "version": JSONText(version),
      "origin": JSONText(origin),
      "same": JSONText(isSame),
      "compared": JSONText(comparison.compared),
      "here": counts(.here),
      "chromium": counts(.chromium),
      "uncaught": JSONText(uncaught),
      "unsettled": JSONText(unsettled),
      "interrupted": JSONText(wasInterrupted),
      "cut": JSONText(comparison.isCut),
      "notCompared": JSONText(Self.leftOut.map { JSONText($0) }),
      "firstDifference": differenceJSON,
    ]
  }

  private var differenceJSON: JSONText {
    guard let difference = comparison.difference else { return .null }
    return [
      "number": JSONText(difference.number),
      "timeOnly": JSONText(difference.isOfTime),
      "here": Self.json(difference.here),
      "chromium": Self.json(difference.chromium),
    ]
  }

  private static func json(_ message: PageMessage?) -> JSONText {
    guard let message else { return .null }
    return [
      "direction": message.direction == .toNative ? "toNative" : "toPage",
      "time": JSONText(message.time),
      "text": JSONText(String(decoding: message.text, as: UTF8.self)),
    ]
  }
}
