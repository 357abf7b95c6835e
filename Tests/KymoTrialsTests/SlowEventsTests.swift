import Testing

@testable import KymoTrials

@Suite("Slow events") struct SlowEventsTests {
  @Test("the share of slow events is said to be another where it is") func shares() {
    func events(_ tail: ProfileTail, _ count: Int) -> SlowEvents {
      SlowEvents(
        tail: tail,
        text: "p99",
        threshold: 168,
        count: count,
        all: 5_029_800,
        surveyed: 12_120
      )
    }
    let slower = events(.percentile(99), 591_756)
    #expect(slower.countText == "591,756 of 5,029,800 events, 11.8 %")
    #expect(slower.askedShare == 0.01 && slower.isOff)
    #expect(
      slower.remark?.hasPrefix(
        "not the 1.0 % of p99: that was taken from 12,120 events before, and since then events have become slower"
      ) == true
    )
    #expect(events(.percentile(99), 10_000).remark?.contains("become faster") == true)
    #expect(events(.percentile(99), 60_000).remark == nil)
    #expect(events(.nanoseconds(168), 591_756).remark == nil)
  }
}
