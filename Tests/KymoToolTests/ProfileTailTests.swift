import KymoTrials
import Testing

@testable import KymoTool

@Suite("kymo profile --tail") struct ProfileTailTests {
  @Test("which events are slow: a percentile, or a time with its unit") func tails() {
    #expect(ProfileTail("p99.9") == .percentile(99.9))
    #expect(ProfileTail("20us") == .nanoseconds(20_000))
    #expect(ProfileTail("1.5s") == .nanoseconds(1_500_000_000))
    // Of a bare number nobody knows the unit, and bench takes it for that of events.
    for text in ["20", "1.5", "0", "0us", "-5us", "p0", "p100", "q9", ""] {
      #expect(ProfileTail(text) == nil, "\(text)")
    }
  }
}
