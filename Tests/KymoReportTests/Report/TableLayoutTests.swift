import Testing

@testable import KymoReport

@Suite("Report: the width of tables") struct TableLayoutTests {
  private func layout(_ columns: [String], _ cells: [String]) -> TableLayout {
    TableLayout(columns, [cells][...])
  }

  @Test("A table is stacked where it is wider than its place") func steps() {
    let narrow = layout(["command", "count"], ["accel", "1,000"])
    #expect(narrow.stackingClass == nil)
    let columns = ["command"] + (1...8).map { "p\($0)" }
    let wide = layout(columns, ["accel"] + Array(repeating: "12.3 ms", count: 8))
    #expect(wide.stackingClass == "below760")
    let many = ["command"] + (1...30).map { "p\($0)" }
    let endless = layout(many, ["accel"] + Array(repeating: "12.3 ms", count: 30))
    #expect(endless.stackingClass == TableLayout.alwaysStacked)
  }

  @Test("A column with sentences wraps, whatever its length is") func prose() {
    let columns = ["figure", "change", "verdict"]
    let text = String(repeating: "more in a function, ", count: 20)
    let table = layout(columns, ["instructions", "+1.0 %", text])
    #expect(!table.isProse(0) && !table.isProse(1) && table.isProse(2))
    #expect(table.stackingClass == "below480")
    // Tags take no place, and what stands below is a line of its own.
    let tags =
      "<strong class=\"slower\">\u{25B2} 2.00×</strong> <small>10.0 µs \u{2192} 20.0 µs</small>"
    #expect(!layout(["command", "p50"], ["accel", tags]).isProse(1))
  }

  @Test("A long word may end a line behind its marks, and a short one nowhere") func breaks() {
    #expect(
      HTMLText.breakable("walk.mcap of AccelerationLowPass") == "walk.mcap of AccelerationLowPass"
    )
    #expect(
      HTMLText.breakable("/src/KymoCore.Ring<Event>.push(_:)")
        == "/<wbr>src/<wbr>KymoCore.<wbr>Ring&lt;<wbr>Event&gt;<wbr>.<wbr>push(<wbr>_<wbr>:<wbr>)"
    )
    #expect(HTMLText.breakable("aCommandOfTwentyFour1234") == "aCommandOfTwentyFour1234")
    #expect(
      HTMLText.breakable("swift_getAssociatedConformanceWitnessSlowImpl")
        == "swift_<wbr>get<wbr>Associated<wbr>Conformance<wbr>Witness<wbr>Slow<wbr>Impl"
    )
    let long = String(repeating: "a", count: HTMLText.longestName + 1)
    #expect(HTMLText.name(long) == "<bdi>\(long.dropLast())\u{2026}</bdi>")
  }
}
