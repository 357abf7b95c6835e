import KymoRecording
import Testing
import KymoMCAP
import KymoTestSupport

@Suite("Playback schedule") struct PlaybackScheduleTests {
  @Test("at 1x an event is due as long after the first as it was recorded")
  func realTime() {
    let schedule = PlaybackSchedule(start: 1000, first: 50, speed: 1)
    for offset: Int64 in [0, 1, 999_999_999, 86_400_000_000_000] {
      #expect(schedule.due(50 + offset) == 1000 + offset)
    }
  }

  @Test(
    "is exact to the nanosecond",
    arguments: [
      (10, 10, 1), (10, 19, 1), (10, 123_456_789_012_345, 12_345_678_901_234), (2.5, 5, 2),
      (0.5, 3, 6), (0.000_000_001, 7, 7_000_000_000), (1e9, 1_999_999_999, 1),
      (1.000_000_001, 1_000_000_001_000_000_000, 1_000_000_000_000_000_000), (3, 100, 33),
    ] as [(Double, Int64, Int64)]
  )
  func exact(speed: Double, elapsed: Int64, due: Int64) {
    #expect(PlaybackSchedule(start: 0, first: 0, speed: speed).due(elapsed) == due)
    #expect(PlaybackSchedule(start: -5, first: 8, speed: speed).due(8 + elapsed) == due - 5)
  }

  @Test("does not drift over 10⁹ events", arguments: [1, 3, 7, 10, 0.3, 1.1])
  func drift(speed: Double) {
    // 10⁹ samples at 300 Hz: a period that no binary fraction and no whole number of ns holds.
    let schedule = PlaybackSchedule(start: 17, first: 5, speed: speed)
    let billionths = Int128((speed * 1e9).rounded())
    for count: Int128 in [1, 2, 999, 123_456_789, 999_999_999, 1_000_000_000] {
      let timestamp = Int64(count * 1_000_000_000 / 300)
      let exact = Int128(timestamp) * 1_000_000_000 / billionths
      #expect(Int128(schedule.due(5 + timestamp)) == 17 + exact, "event \(count)")
    }
    // Two neighbours at the end are as far apart as two at the start, to 1 ns.
    let period: Int64 = 3_333_333
    let near = schedule.due(5 + period) - schedule.due(5)
    let far = schedule.due(5 + period * 1_000_000_001) - schedule.due(5 + period * 1_000_000_000)
    #expect(abs(far - near) <= 1)
  }

  @Test("never goes back")
  func monotonic() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<50 {
      let speed = Double.random(in: 0.001...1000, using: &random)
      let schedule = PlaybackSchedule(start: 3, first: 0, speed: speed)
      var time: Int64 = 0
      var due = schedule.due(time)
      for _ in 0..<100 {
        time += Int64.random(in: 0...1000, using: &random)
        let next = schedule.due(time)
        #expect(next >= due, "speed \(speed), seed 5")
        due = next
      }
    }
  }

  @Test("ends at the ends of the clock")
  func clamping() {
    #expect(PlaybackSchedule(start: .max, first: 0, speed: 1).due(1) == .max)
    #expect(PlaybackSchedule(start: 0, first: 0, speed: 1e-9).due(.max) == .max)
    #expect(PlaybackSchedule(start: 0, first: .min, speed: 1).due(.max) == .max)
    #expect(PlaybackSchedule(start: 0, first: .min, speed: 1e9).due(.max) == 18_446_744_073)
    #expect(PlaybackSchedule(start: .min, first: .max, speed: 1).due(.min) == .min)
    #expect(PlaybackSchedule(start: .min, first: .min, speed: 1).due(.max) == .max)
  }
}
