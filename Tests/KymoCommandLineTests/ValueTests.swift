import Testing

@testable import KymoCommandLine

@Suite("Values on the command line") struct ValueTests {
  @Test(
    "durations",
    arguments: [
      ("10", 10_000_000_000), ("2.5s", 2_500_000_000), ("500ms", 500_000_000),
      ("2m", 120_000_000_000),
      ("1.5min", 90_000_000_000), ("1h", 3_600_000_000_000), ("7us", 7_000), ("7µs", 7_000),
      ("12ns", 12), ("0", 0), ("0.000000001", 1), ("0.0000000019", 1), ("0.1s", 100_000_000),
      ("9223372036.854775807", Int64.max), ("0.123456789h", 444_444_440_400),
      ("1m30s", 90_000_000_000), ("2h0m0.5s", 7_200_500_000_000), ("1min7us", 60_000_007_000),
      ("0s1ns", 1),
    ]
  )
  func durations(_ text: String, _ nanoseconds: Int64) {
    #expect(DurationText.nanoseconds(text) == nanoseconds)
  }

  @Test(
    "what is no duration",
    arguments: [
      "", "s", "-1", "+1", "1.", ".5", "1e3", "1 s", "1.2.3", "9223372037", "9223372036.854775808",
      "1d", "٣", "1m30", "30s1m", "1m1m", "1.5m30s", "1m-30s", "1m 30s", "x1m30s", "1m30x",
      "2562047h9999999s",
    ]
  )
  func noDurations(_ text: String) {
    #expect(DurationText.nanoseconds(text) == nil)
  }

  @Test("speeds") func speeds() {
    #expect(PlaybackSpeed(text: "max") == .maximum)
    #expect(PlaybackSpeed(text: "10") == .times(10))
    #expect(PlaybackSpeed(text: "2.5x") == .times(2.5))
    #expect(
      PlaybackSpeed(text: "1e6") == .times(1e6) && PlaybackSpeed(text: "1e-6") == .times(1e-6)
    )
    for text in [
      "", "x", "0", "-1", "inf", "nan", "10xx", "Max", "1e10", "1000001", "9e-7", "1e300",
    ] {
      #expect(PlaybackSpeed(text: text) == nil, "\(text)")
    }
  }

  @Test("edit distance counts swapped neighbours once") func distance() {
    #expect(Suggestion.editDistance("replay", "replay") == 0)
    #expect(Suggestion.editDistance("repaly", "replay") == 1)
    #expect(Suggestion.editDistance("", "abc") == 3)
    #expect(Suggestion.editDistance("kitten", "sitting") == 3)
  }

  @Test("suggestions are close or absent") func suggestions() {
    let commands = ["import", "synth", "replay", "bench", "inspect", "check", "recover"]
    #expect(Suggestion.closest(to: "repaly", among: commands) == "replay")
    #expect(Suggestion.closest(to: "benhc", among: commands) == "bench")
    #expect(Suggestion.closest(to: "insp", among: commands) == "inspect")
    #expect(Suggestion.closest(to: "BENCH", among: commands) == "bench")
    #expect(Suggestion.closest(to: "zebra", among: commands) == nil)
    #expect(Suggestion.closest(to: "re", among: commands) == nil)
    #expect(Suggestion.closest(to: "", among: commands) == nil)
  }
}
