import Testing

@testable import KymoCommandLine

@Suite("Terminal plot") struct TerminalPlotTests {
  private func terminal(width: Int, isUnicode: Bool) -> TerminalDescription {
    var terminal = TerminalDescription()
    terminal.width = width
    terminal.isUnicode = isUnicode
    return terminal
  }

  private func ramp() -> TerminalPlot {
    var plot = TerminalPlot("|acceleration|", x: PlotAxis("time, s"), y: PlotAxis("m/s²"))
    for step in 0...100 { plot.add(x: Double(step), y: Double(step) / 10) }
    return plot
  }

  @Test("ASCII, to the letter") func ascii() {
    #expect(
      ramp().text(for: terminal(width: 40, isUnicode: false)) == """
        |acceleration| (m/s²)
         10.0 |                             ..:'
              |                         ..:''
              |                    ..:'''
              |                ..:''
              |            ..:''
              |        ..:''
              |   ..:'''
        0.000 |.:''
              +---------------------------------
               0.000         time, s         100

        """
    )
  }

  @Test("braille, to the letter") func braille() {
    #expect(
      ramp().text(for: terminal(width: 40, isUnicode: true)) == """
        |acceleration| (m/s²)
         10.0 │                             ⣀⡤⠖⠋
              │                        ⢀⣀⡤⠖⠋⠁
              │                    ⢀⣀⡤⠞⠉
              │                ⢀⣠⠴⠚⠉
              │            ⢀⣠⠴⠚⠉
              │        ⣀⡤⠖⠋⠉
              │    ⣀⡤⠖⠋⠁
        0.000 │⣠⠴⠒⠋⠁
              └─────────────────────────────────
               0.000         time, s         100

        """
    )
  }

  @Test("one peak among many points stays visible") func peak() {
    var plot = TerminalPlot("peak", x: PlotAxis("s"), y: PlotAxis(""))
    for step in 0..<100_000 { plot.add(x: Double(step), y: step == 50_000 ? 1 : 0) }
    let lines = plot.text(for: terminal(width: 60, isUnicode: false)).split(separator: "\n")
    #expect(lines[0] == "peak")
    #expect(lines[1].contains(":"))
    #expect(lines.allSatisfy { $0.count <= 60 })
  }

  @Test("points that cannot be drawn") func degenerate() {
    var plot = TerminalPlot("odd", x: PlotAxis("s"), y: PlotAxis("m"))
    plot.add(x: .nan, y: 1)
    plot.add(x: 1, y: .infinity)
    #expect(plot.text(for: TerminalDescription()) == "odd: nothing to plot\n")
    plot.add(x: 1, y: 1)
    #expect(plot.text(for: TerminalDescription()).split(separator: "\n").count == 11)
    plot.add(x: -.greatestFiniteMagnitude, y: -.greatestFiniteMagnitude)
    plot.add(x: .greatestFiniteMagnitude, y: .greatestFiniteMagnitude)
    #expect(plot.text(for: TerminalDescription()).split(separator: "\n").count == 11)
  }

  @Test("no line is wider than the terminal", arguments: [24, 40, 80, 200]) func width(_ width: Int)
  {
    for isUnicode in [false, true] {
      let text = ramp().text(for: terminal(width: width, isUnicode: isUnicode))
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= min(width, 121) })
    }
  }
}
