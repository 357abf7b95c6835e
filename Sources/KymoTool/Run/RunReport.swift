import KymoBridge
import KymoCommandLine
import KymoCore
import KymoHistogram
import KymoRecording
import KymoScript
import KymoText

/// The final report of `kymo run`.
struct RunReport {
  let page: String
  let session: String?
  let app: any App.Type
  let link: PageLink
  let figures: RunFigures
  let commands: [String]
  let counted: CountedByApp
  let console: PageConsole
  let expectation: PageExpectation?
  let commandLine: String
  /// What plugins and servers answered.
  let answers: PageAnswers
  /// Whether a page that looks for what does not exist here is no success.
  let isStrict: Bool
  /// The phone that the run was compared with; nil if nobody asked.
  let phone: PhoneReport?
  /// The same session in a browser; nil without one.
  var browser: BrowserRun?

  init(
    of session: PageSession,
    _ recorded: RecordedRun,
    _ figures: RunFigures,
    link: PageLink,
    console: PageConsole,
    expectation: PageExpectation?
  ) {
    page = session.page
    self.session = session.path
    app = session.app
    self.link = link
    self.figures = figures
    commands = recorded.commands
    counted = CountedByApp(recorded.app)
    self.console = console
    self.expectation = expectation
    commandLine = session.arguments.commandLine
    answers = session.setting.answers
    isStrict = session.arguments.flag("strict")
    phone = session.phone.map { phone in
      PhoneReport(
        path: phone.path,
        log: phone.log,
        comparison: phone.compared(session.setup.calls ?? CallRules()),
        platform: link.dialect?.options.platform.rawValue,
        leftOut: phone.exchanges.leftOut,
        wasInterrupted: figures.wasInterrupted || link.failure != nil
      )
    }
  }

  /// The status to exit with.
  var status: ExitStatus {
    guard let browser else { return ownStatus }
    return ownStatus == .success || browser.status == .diverged ? browser.status : ownStatus
  }

  private var ownStatus: ExitStatus {
    if expectation?.difference != nil || phone?.differs == true { return .diverged }
    if link.exceptions.count > 0 { return .failure }
    // What was to be compared, and was not, is no success.
    if let expectation, expectation.compared + (expectation.comparedDialogs ?? 0) == 0 {
      return .partial
    }
    if phone?.isEmpty == true { return .partial }
    // A message that the phone would lose without a word is no success of a strict run.
    let isLossy = isStrict && (link.dialect?.reportCount ?? 0) > 0
    let isWhole = !figures.wasInterrupted && link.inputs.missedCount == 0
    return !isWhole || isLacking || isLossy ? .partial : .success
  }

  /// Whether the page looked for what does not exist here, and was not to.
  private var isLacking: Bool { isStrict && !console.missing.isEmpty }

  /// The commands that had events, with their rows.
  private var shownCommands: [(name: String, row: Int)] {
    figures.counts.indices.filter { figures.counts[$0].contains { $0 > 0 } }.map { row in
      (row == 0 ? OutcomeStatus.unknownCommand.name : commands[row - 1], row)
    }
  }

  // MARK: Text

  /// The report for people.
  func print(to output: inout Console) {
    let quantity = output.quantity
    output.print(
      "\(page.printable): \(figures.result.events) events, \(figures.inputs) of them inputs"
        + (session.map { " of \($0.printable)" } ?? "") + ", in "
        + quantity.duration(nanoseconds: Int64(figures.seconds * 1e9))
    )
    printSetting(to: &output)
    if figures.leftOut > 0 {
      output.print(
        "left out  \(figures.leftOut) calls that a page made in the recording: this page makes its own"
      )
    }
    if figures.leftOutDialogs > 0 {
      output.print(
        "left out  \(figures.leftOutDialogs) dialogs of a page in the recording: this page asks its own"
      )
    }
    if console.leftOutBytes > 0 {
      output.print(
        "left out  \(console.leftOutLines) lines of the console, with \(console.leftOutBytes) bytes"
      )
    }
    printCommands(to: &output)
    printMessages(to: &output)
    if link.sensors.count > 0 {
      output.print("sensors   \(link.sensors.count) events for the page's listeners")
    }
    printInputs(to: &output)
    let notMade = link.traffic.faultsNotMade
    if !notMade.isEmpty, !figures.wasInterrupted {
      output.print(
        "NOT MADE  the fault at message \(notMade[0])"
          + (notMade.count > 1 ? " and \(notMade.count - 1) more" : "")
          + ": there were only \(link.traffic.ledger.sent) messages"
      )
    }
    printDialect(to: &output)
    if link.handlers.areMissed {
      output.print(
        "no bridge the page waits for WebViewJavascriptBridge, version 4, which --bridge wvjb4 brings"
      )
    }
    if link.reloads.count > 0 { output.print("reloads   \(link.reloads.count)") }
    if link.reloads.navigations > 0 {
      output.print(
        "navigated \(link.reloads.navigations) times: the page loaded itself, or another"
      )
    }
    output.print(counted)
    output.print("digest    \(TraceDigest.text(figures.result.digest))")
    output.print("bridge    \(link.traffic.digest.text)")
    if link.exceptions.count > 0 {
      output.print(
        "FAILED    \(link.exceptions.count) uncaught; the first: \("\(link.exceptions.kept[0])".printable)"
      )
    }
    if isLacking {
      let names = console.missing.map(\.name).joined(separator: "; ").printable
      output.print("LACKING   \(console.missing.count) that do not exist here: \(names)")
    }
    if figures.wasInterrupted {
      output.print("interrupted: what follows in the session was not run")
    }
    printVerdict(to: &output)
    phone?.print(to: &output)
    browser?.print(to: &output, commandLine: commandLine)
  }

  private func printMessages(to output: inout Console) {
    let ledger = link.traffic.ledger
    output.print("to page   " + Self.text(ledger.toPage))
    output.print("to native " + Self.text(ledger.toNative))
    if link.traffic.heldCalls > 0 {
      output.print(
        "waiting   \(link.traffic.heldCalls) calls in the page: the one before them has not arrived"
      )
    }
    if ledger.refusedCalls > 0 {
      let long = ledger.longCalls
      let many = ledger.refusedCalls - long
      let reasons =
        (long > 0 ? ["\(long) too long"] : [])
        + (many > 0 ? ["\(many) when the queue was full"] : [])
      output.print("refused   \(ledger.refusedCalls) calls: \(reasons.joined(separator: ", "))")
    }
  }

  private func printCommands(to output: inout Console) {
    guard !shownCommands.isEmpty else { return }
    let shown = OutcomeStatus.shown(in: figures.counts)
    var table = TextTable(
      [.left("command")] + shown.map { .right($0.heading) }
        + [
          .right("page p50"), .right("p99"), .right("max"), .right("round trip p50"), .right("p99"),
        ]
    )
    for (name, row) in shownCommands {
      let times = link.times.commands[row]
      let own = [50.0, 99.0].map { Self.cell(times.page, $0, output.quantity) }
      let trips = [50.0, 99.0].map { Self.cell(times.roundTrip, $0, output.quantity) }
      table.addRow(
        [.text(name)] + shown.map { .integer(Int(figures.counts[row][Int($0.rawValue)])) }
          + own + [Self.cell(times.page, 100, output.quantity)] + trips
      )
    }
    output.print(table)
  }

  private static func cell(
    _ histogram: Histogram,
    _ percentile: Double,
    _ quantity: QuantityText
  ) -> TextCell {
    guard histogram.totalCount > 0 else { return .text("") }
    let value =
      percentile == 100 ? histogram.max : histogram.value(atPercentile: percentile)
    return .text(quantity.duration(nanoseconds: value))
  }

  /// Returns the fate of the messages of one direction, in words.
  static func text(_ counts: PageLedger.Counts) -> String {
    var parts = ["\(counts.sent) sent", "\(counts.delivered) delivered"]
    for (count, name) in [
      (counts.dropped, "dropped"), (counts.duplicated, "doubled"),
      (counts.reordered, "put behind the next"),
      (counts.delayed, "delayed"), (counts.lostByReload, "lost by reloading"),
      (counts.waiting, "on their way"),
    ] where count > 0 {
      parts.append("\(count) \(name)")
    }
    return parts.joined(separator: ", ") + (counts.isBalanced ? "" : "; NOT ACCOUNTED FOR")
  }

  private func printVerdict(to output: inout Console) {
    guard let expectation, !figures.wasInterrupted else { return }
    guard let difference = expectation.difference else {
      let asked = expectation.comparedDialogs ?? 0
      guard expectation.compared + asked > 0 else {
        return output.print(
          "verified  nothing: neither the page nor the recording has a call of a page"
        )
      }
      output.print(
        "verified  \(expectation.compared) calls of the page, texts and order, are those of the recording"
          + (asked > 0 ? "; \(asked) dialogs with times and answers, too" : "")
      )
      if expectation.comparedDialogs == nil, link.dialogs.count > 0 {
        output.print(
          "not compared: \(link.dialogs.count) dialogs of the page, which the recording, an older one, has not"
        )
      }
      return
    }
    output.print("DIVERGED  \(difference.subject.rawValue) \(difference.index) of the page")
    output.print("  expected  \(Self.call(difference.expected, difference.expectedTime))")
    output.print("  actual    \(Self.call(difference.actual, difference.time))")
    output.print("reproduce with: \(commandLine)")
  }

  private static func call(_ text: String?, _ time: Int64?) -> String {
    guard let text else { return "none" }
    return text.printable + (time.map { ", at \($0) ns" } ?? "")
  }

  // MARK: JSON

  /// The report for programs.
  var json: JSONText {
    [
      "schema": "kymograph.run/1",
      "page": JSONText(page),
      "origin": link.view.origin.map { JSONText($0) } ?? .null,
      "bundler": link.view.bundler.map { JSONText($0) } ?? .null,
      "app": JSONText(app.name),
      "events": JSONText(figures.result.events),
      "inputs": JSONText(figures.inputs),
      "leftOut": JSONText(figures.leftOut),
      "digest": JSONText(TraceDigest.text(figures.result.digest)),
      "bridgeDigest": JSONText(link.traffic.digest.text),
      "messages": JSONText(link.traffic.digest.count),
      "seconds": JSONText(figures.seconds),
      "interrupted": JSONText(figures.wasInterrupted),
      "loads": JSONText(console.loads),
      "reloads": JSONText(link.reloads.count),
      "navigations": JSONText(link.reloads.navigations),
      "sensorEvents": JSONText(link.sensors.count),
      "waitingInPage": JSONText(link.traffic.heldCalls),
      "refusedCalls": JSONText(link.traffic.ledger.refusedCalls),
      "toPage": Self.json(link.traffic.ledger.toPage),
      "toNative": Self.json(link.traffic.ledger.toNative),
      "commands": JSONText(shownCommands.map { json($0.name, $0.row) }),
      "device": .object(figures.result.counters.map { JSONMember($0.name, JSONText($0.count)) }),
      "console": JSONText(
        console.lines.map {
          ["time": JSONText($0.time), "level": JSONText($0.level), "text": JSONText($0.text)]
        }
      ),
      "consoleLines": JSONText(console.lineCount),
      "consoleLinesLeftOut": JSONText(console.leftOutLines),
      "consoleBytesLeftOut": JSONText(console.leftOutBytes),
      "missing": JSONText(
        console.missing.map { ["name": JSONText($0.name), "place": JSONText($0.place)] }
      ),
      "strict": JSONText(isStrict),
      "uncaught": JSONText(
        link.exceptions.kept.map {
          [
            "name": JSONText($0.name), "message": JSONText($0.message),
            "source": JSONText($0.source),
            "line": JSONText($0.line), "column": JSONText($0.column),
          ]
        }
      ),
      "uncaughtCount": JSONText(link.exceptions.count),
      "faultsNotMade": JSONText(link.traffic.faultsNotMade.map { JSONText($0) }),
      "pageInputs": inputsJSON,
      "waitsForBridge": JSONText(link.handlers.areMissed),
      "verified": JSONText(isVerified),
      "comparedCalls": JSONText(expectation?.compared ?? 0),
      "comparedDialogs": JSONText(expectation?.comparedDialogs ?? nil),
      "dialogs": JSONText(link.dialogs.count),
      "fetches": JSONText(link.fetches.count),
      "bridge": JSONText((link.dialect?.options.bridge ?? link.handlers.spoken).rawValue),
      "platform": JSONText(link.dialect?.options.platform.rawValue),
      "bridgeReason": JSONText(link.dialect?.options.reason ?? nil),
      "phoneCalls": .object(
        link.deviceCalls.sorted { $0.key < $1.key }.map { JSONMember($0.key, JSONText($0.value)) }
      ),
      "reports": JSONText(link.dialect?.reportCount ?? 0),
      "unheardEvents": JSONText(link.dialect?.unheardCount ?? 0),
      "firstDifference": differenceJSON,
      "repeatedAnswers": JSONText(link.repeatedAnswers),
      "recordedAnswers": .array(answers.recorded.map { JSONText($0) }),
      "phone": phone?.json ?? .null,
      "browser": browser?.json ?? .null,
    ]
  }

  private var isVerified: Bool {
    guard let expectation, !figures.wasInterrupted else { return false }
    return expectation.difference == nil
      && expectation.compared + (expectation.comparedDialogs ?? 0) > 0
  }

  private var differenceJSON: JSONText {
    guard let difference = expectation?.difference else { return .null }
    return [
      "subject": JSONText(difference.subject.rawValue),
      "index": JSONText(difference.index),
      "expected": difference.expected.map { JSONText($0) } ?? .null,
      "actual": difference.actual.map { JSONText($0) } ?? .null,
    ]
  }

  private func json(_ name: String, _ row: Int) -> JSONText {
    let times = link.times.commands[row]
    return [
      "name": JSONText(name),
      "count": JSONText(figures.counts[row].reduce(0, +)),
      "outcomes": .object(
        zip(OutcomeStatus.allCases, figures.counts[row]).filter { $1 > 0 }
          .map { JSONMember($0.name, JSONText($1)) }
      ),
      "pageNanoseconds": Self.json(times.page),
      "roundTripNanoseconds": Self.json(times.roundTrip),
    ]
  }

  private static func json(_ histogram: Histogram) -> JSONText {
    guard histogram.totalCount > 0 else { return .null }
    return [
      "count": JSONText(histogram.totalCount),
      "p50": JSONText(histogram.value(atPercentile: 50)),
      "p90": JSONText(histogram.value(atPercentile: 90)),
      "p99": JSONText(histogram.value(atPercentile: 99)),
      "max": JSONText(histogram.max),
    ]
  }

  /// The same for programs.
  static func json(_ counts: PageLedger.Counts) -> JSONText {
    [
      "sent": JSONText(counts.sent), "delivered": JSONText(counts.delivered),
      "dropped": JSONText(counts.dropped), "duplicated": JSONText(counts.duplicated),
      "reordered": JSONText(counts.reordered), "delayed": JSONText(counts.delayed),
      "lostByReload": JSONText(counts.lostByReload), "waiting": JSONText(counts.waiting),
    ]
  }
}
