import Testing

@testable import KymoCommandLine

@Suite("Terminal") struct TerminalTests {
  private func describe(
    _ variables: [String: String],
    isTerminal: Bool = true,
    windowWidth: Int? = nil
  ) -> TerminalDescription {
    TerminalDescription(
      isOutputTerminal: isTerminal,
      isDiagnosticsTerminal: isTerminal,
      environment: { variables[$0] },
      windowWidth: windowWidth
    )
  }

  @Test("colour needs a terminal and the absence of NO_COLOR") func color() {
    #expect(describe([:]).hasColor)
    #expect(describe(["NO_COLOR": ""]).hasColor)
    #expect(!describe(["NO_COLOR": "1"]).hasColor)
    #expect(!describe(["TERM": "dumb"]).hasColor)
    #expect(!describe([:], isTerminal: false).hasColor)
    #expect(!describe(["TERM": "dumb"]).isDiagnosticsTerminal)
  }

  @Test("the locale decides about Unicode") func unicode() {
    #expect(describe(["LANG": "en_GB.UTF-8"]).isUnicode)
    #expect(describe(["LC_ALL": "", "LC_CTYPE": "C.utf8", "LANG": "C"]).isUnicode)
    #expect(!describe(["LC_ALL": "C", "LANG": "en_GB.UTF-8"]).isUnicode)
    #expect(!describe([:]).isUnicode)
  }

  @Test("the width is that of COLUMNS, the window, or 80") func width() {
    #expect(describe(["COLUMNS": "100"], windowWidth: 90).width == 100)
    #expect(describe(["COLUMNS": "x"], windowWidth: 90).width == 90)
    #expect(describe(["COLUMNS": "-3"]).width == 80)
    #expect(describe(["COLUMNS": "1"]).width == 20)
  }

  @Test("the bar appears after a second and at most ten times a second") func pace() {
    var bar = ProgressBar(
      title: "Replaying",
      total: 1_000,
      unit: "events",
      width: 80,
      isUnicode: false,
      startNanoseconds: 0
    )
    #expect(bar.update(done: 200, atNanoseconds: 999_999_999) == nil)
    #expect(
      bar.update(done: 250, atNanoseconds: 1_000_000_000)
        == "Replaying  [######--------------------]  25%  250/1,000  250 events/s  3 s left"
    )
    #expect(bar.update(done: 260, atNanoseconds: 1_050_000_000) == nil)
    #expect(bar.update(done: 1_000, atNanoseconds: 2_000_000_000)?.contains("100%") == true)
    #expect(bar.update(done: 0, atNanoseconds: 3_000_000_000)?.contains("left") == false)
  }

  @Test("what steers a terminal is shown nowhere, but for our own") func steering() {
    let hostile = "a\u{1B}[31mb\u{7}\u{9B}2J\u{7F}\rµ"
    let shown = "a\u{FFFD}[31mb\u{FFFD}\u{FFFD}2J\u{FFFD}\u{FFFD}µ"
    var console = Console.captured(terminal: describe([:]))
    console.print("1\t\(hostile)\n2")
    console.printHeading(hostile)
    var table = TextTable([.left("name")])
    table.addRow(.text(hostile))
    console.print(table)
    console.complain(hostile)
    #expect(
      console.output.text
        == "1\t\(shown)\n2\n\u{1B}[1m\(shown)\u{1B}[0m\n\u{1B}[1mname\u{1B}[0m\n\(shown)\n"
    )
    #expect(console.diagnostics.text == "\(shown)\n")
  }

  @Test("the bar of a time has seconds, and no speed") func time() {
    func line(_ total: Int, _ done: Int) -> String? {
      var bar = ProgressBar(
        title: "profiling",
        total: total,
        unit: ProgressBar.milliseconds,
        width: 80,
        isUnicode: false,
        startNanoseconds: 0
      )
      return bar.update(done: done, atNanoseconds: Int64(done) * 1_000_000)
    }
    #expect(
      line(20_000, 2_973) == "profiling  [####--------------------------]  15%  3/20 s  18 s left"
    )
    #expect(line(4_000, 1_040)?.hasSuffix("  26%  1.0/4.0 s  3 s left") == true)
    #expect(line(4_000, 4_100)?.hasSuffix("  100%  4.0/4.0 s") == true)
  }

  @Test("of work without an end it is said how long it has gone on") func endless() {
    func line(_ done: Int, _ seconds: Int64) -> String? {
      var bar = ProgressBar(
        title: "building",
        total: nil,
        unit: "steps",
        width: 80,
        isUnicode: false,
        startNanoseconds: 5
      )
      return bar.update(done: done, atNanoseconds: 5 + seconds * 1_000_000_000)
    }
    #expect(line(0, 7) == "building  7 s")
    #expect(line(120, 60) == "building  120 steps  2.00 steps/s  60 s")
    #expect(line(120, 99)?.hasSuffix("  99 s") == true)
    #expect(line(0, 185) == "building  3 min 5 s")
  }

  @Test("the bar fits on one line of any terminal", arguments: [20, 33, 47, 60, 80, 200])
  func narrow(_ width: Int) {
    for total in [nil, 0, 5, 123_456_789] {
      var bar = ProgressBar(
        title: "Replaying",
        total: total,
        unit: "events",
        width: width,
        isUnicode: true,
        startNanoseconds: 0
      )
      let line = bar.update(done: 3, atNanoseconds: 5_000_000_000)
      #expect((line?.count ?? 999) < width)
    }
  }

  @Test("the bar is drawn on a terminal only, and wiped before other text") func drawing() {
    var terminal = TerminalDescription()
    terminal.isDiagnosticsTerminal = true
    let ticks = Ticks(every: 2_000_000_000)
    var console = Console.captured(terminal: terminal, now: { ticks.next() })
    console.beginProgress("Work", of: 10, unit: "events")
    console.progress(to: 5)
    console.note("remark")
    console.progress(to: 6)
    console.endProgress()
    let text = console.diagnostics.text
    #expect(text.hasPrefix("\rWork  ["))
    #expect(text.contains("\u{1B}[K\r\u{1B}[Kremark\n\rWork"))
    #expect(text.hasSuffix("\r\u{1B}[K"))

    var piped = Console.captured(now: { ticks.next() })
    piped.beginProgress("Work", of: 10, unit: "events")
    piped.progress(to: 5)
    piped.endProgress()
    #expect(piped.diagnostics.text.isEmpty)

    var quiet = Console.captured(terminal: terminal, now: { ticks.next() })
    quiet.isQuiet = true
    quiet.beginProgress("Work", of: 10, unit: "events")
    quiet.progress(to: 5)
    #expect(quiet.diagnostics.text.isEmpty)
  }
}
