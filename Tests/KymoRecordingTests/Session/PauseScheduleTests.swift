import Testing

@testable import KymoRecording

/// Pauses are the same in every process, and grow rarer.
@Suite("Pauses of a replay") struct PauseScheduleTests {
  @Test("The pauses of a seed are the same today as ever") func golden() {
    var pauses = PauseSchedule(seed: 7)
    var places: [Int] = []
    for place in 0..<200 where pauses.next() != nil { places.append(place) }
    #expect(places == [7, 14, 18, 26, 33, 43, 52, 57, 82, 110, 127, 139, 155, 177, 193])
  }

  @Test("Pauses are shorter than a millisecond, and some √(2n) come to n events")
  func rarer() {
    var count = 0
    var pauses = PauseSchedule(seed: 1)
    for _ in 0..<100_000 {
      guard let pause = pauses.next() else { continue }
      #expect((0..<1_000_000).contains(pause))
      count += 1
    }
    // √200,000 is 447; the first gaps are longer than that.
    #expect((380...500).contains(count))
  }
}
