import Testing

@testable import KymoBench

@Suite("Rate search") struct RateSearchTests {
  /// Everything that a search asks a system which can take rates up to `capacity`.
  private func asked(_ search: RateSearch, capacity: Double) -> (rates: [Double], knee: SweepKnee) {
    var search = search
    var rates: [Double] = []
    while let rate = search.next, rates.count < 1000 {
      rates.append(rate)
      search.note(kept: rate <= capacity)
    }
    return (rates, search.knee)
  }

  @Test("It goes up by factors, then halves the distance on a scale of ratios")
  func upward() {
    let search = RateSearch(from: 1000, within: 1...1e9, attempts: 1)
    let (rates, knee) = asked(search, capacity: 5000)
    #expect(rates == [1000, 2000, 4000, 8000, 5657, 4757, 5188, 4968])
    #expect(knee == .between(kept: 4968, failed: 5188))
    #expect(knee.rate == 4968)
  }

  @Test("It goes down from a start that is not kept")
  func downward() {
    let search = RateSearch(from: 1000, within: 1...1e9, resolution: 0.5, attempts: 1)
    let (rates, knee) = asked(search, capacity: 130)
    #expect(rates == [1000, 500, 250, 125, 176.8])
    #expect(knee == .between(kept: 125, failed: 176.8))
  }

  @Test("A rate counts as not kept once it has failed so often in a row")
  func attempts() {
    var search = RateSearch(from: 100, within: 1...800)
    search.note(kept: false)
    #expect(search.next == 100)
    #expect(search.knee == .unknown(kept: nil, failed: nil))
    search.note(kept: true)
    #expect(search.next == 200)
    search.note(kept: false)
    #expect(search.next == 200)
    search.note(kept: false)
    #expect(search.next == 141.4)
    #expect(search.knee == .unknown(kept: 100, failed: 200))
    search.note(kept: false)
    #expect(search.next == 141.4)
  }

  @Test("The ends of the range end the search")
  func ends() {
    let always = asked(RateSearch(from: 3, within: 1...20, attempts: 2), capacity: 1e6)
    #expect(always.rates == [3, 6, 12, 20])
    #expect(always.knee == .atLeast(20))
    let never = asked(RateSearch(from: 3, within: 1...20, attempts: 2), capacity: 0)
    #expect(never.rates == [3, 3, 1.5, 1.5, 1, 1])
    #expect(never.knee == .never(lowest: 1))
    #expect(never.knee.rate == nil)
    #expect(asked(RateSearch(from: 99, within: 1...20), capacity: 1e6).rates == [20])
  }

  @Test(
    "Whatever the capacity, the answer is at most the resolution below it",
    arguments: [0.001, 0.05, 0.4]
  )
  func resolution(_ resolution: Double) {
    var capacity = 0.002
    while capacity < 9e8 {
      let search = RateSearch(from: 10_000, within: 0.001...1e9, resolution: resolution)
      let (rates, knee) = asked(search, capacity: capacity)
      guard case .between(let kept, let failed) = knee else {
        Issue.record("\(capacity): \(knee)")
        return
      }
      #expect(kept <= capacity && capacity < failed)
      // Rates have four digits, which may end the search a little earlier.
      #expect(failed <= kept * (1 + max(resolution, 0.0011)) + 1e-9, "\(capacity): \(knee)")
      #expect(rates.count < 80)
      capacity *= 1.37
    }
  }

  @Test("Rates have four digits")
  func digits() {
    #expect(RateSearch.rounded(14142.1356) == 14140)
    #expect(RateSearch.rounded(123_456_789) == 123_500_000)
    #expect(RateSearch.rounded(5656.85) == 5657)
    #expect(RateSearch.rounded(0.012345) == 0.01235)
    #expect(RateSearch.readable(atLeast: 14142.1356) == 14160)
    #expect(RateSearch.readable(atLeast: 400) == 400)
  }

  @Test("A search begins where a step measures enough for its objectives") func objectives() throws
  {
    let median = LatencyObjective(.p50, atMost: 1000, of: nil)
    let tail = LatencyObjective(.p99, atMost: 1000, of: "loc")
    func search(from start: Double?, seconds: Double) throws(TooFewEvents) -> RateSearch {
      try RateSearch(of: [median, tail], from: start, orFrom: 100, seconds: seconds) {
        $0 == "loc" ? 0.5 : 0
      }
    }
    // 2.5 times as many events as the percentile takes, half of which are of the command.
    let least = RateSearch.readable(atLeast: 5 * Double(tail.percentile.minimumCount) / 2)
    #expect(try search(from: nil, seconds: 2).next == max(100, least))
    #expect(try search(from: 1e6, seconds: 2).next == 1e6)
    #expect(throws: TooFewEvents(objective: tail, leastRate: least)) {
      try search(from: least / 2, seconds: 2)
    }
  }
}
