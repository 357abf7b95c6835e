import Testing

@testable import KymoBench

@Suite("Sign test") struct SignTestTests {
  @Test(
    "The bounds of the tables",
    arguments: [
      (12, 2, 0.0032), (16, 3, 0.0021), (20, 4, 0.0013), (20, 5, 0.0059), (24, 6, 0.0033),
      (30, 8, 0.0026), (40, 12, 0.0032),
    ]
  )
  func tables(count: Int, rank: Int, error: Double) {
    let exact = SignTest.error(rank: rank, count: count)
    #expect(abs(exact - error) < 0.00005)
    #expect(SignTest.rank(count: count, error: exact) == rank)
    #expect(SignTest.rank(count: count, error: exact.nextDown) == rank - 1)
  }

  @Test("The error is a sum of binomial coefficients")
  func exactness() {
    #expect(SignTest.error(rank: 5, count: 20) == 6196.0 / 1_048_576)
    #expect(SignTest.error(rank: 0, count: 20) == 0)
    #expect(SignTest.error(rank: 1, count: 1000) == 0x1p-1000)
    #expect(abs(SignTest.error(rank: 500, count: 1000) - 0.4874) < 0.0001)
    #expect(SignTest.error(rank: 99, count: 3) == 1)
  }

  @Test("Too few values have no bound")
  func minimum() {
    #expect(SignTest.rank(count: 0, error: 0.01) == 0)
    #expect(SignTest.rank(count: 6, error: 0.01) == 0)
    #expect(SignTest.minimumCount(error: 0.01) == 7)
    #expect(SignTest.minimumCount(error: 0x1p-20) == 20)
    #expect(SignTest.rank(count: 7, error: 0.01) == 1)
  }

  @Test("Bounds lie on either side of the median, ties or none")
  func interval() throws {
    let pairs = (1...20).map { MeasuredPair(base: 100, head: Double(90 + $0)) }
    let interval = try #require(RatioInterval(pairs.reversed(), error: 0.0059_1))
    #expect(interval.low == 0.95 && interval.high == 1.06 && interval.rank == 5)
    #expect(abs(interval.ratio - 1.005) < 0.0001)
    let equal = try #require(RatioInterval(Array(repeating: pairs[4], count: 7), error: 0.01))
    #expect(equal.low == 0.95 && equal.high == 0.95 && equal.ratio == 0.95)
    #expect(equal.smallestVisible(threshold: 0.03) == 1.03)
    #expect(RatioInterval(Array(pairs.prefix(6)), error: 0.01) == nil)
  }

  @Test("The error of a batch follows from the number of figures")
  func rules() {
    let many = GateRules(metricCount: 200)
    #expect(abs(many.batchError - 0.00289) < 0.00001)
    #expect(SignTest.rank(count: 20, error: many.batchError) == 4)
    let one = GateRules(metricCount: 1)
    #expect(one.batchError == 0.01 && one.controlError == 0.01 / 6 && one.minimumPairs == 10)
    #expect(SignTest.rank(count: 20, error: one.batchError) == 5)
    #expect(many.minimumPairs == 17, "2⁻¹⁷ is the first power below 0.01 / 1200")
    #expect(GateRules(metricCount: 0).minimumPairs == one.minimumPairs)
  }
}
