import KymoCore
import KymoDevice
import Testing

@Suite("Location manager") struct LocationManagerTests {
  private static let second: Int64 = 1_000_000_000
  private static let metre = 1 / 111_195.080_233_532_9  // Degrees of latitude.

  private func manager(_ acceptor: LocationAcceptor = .firstFresh()) -> LocationManager {
    LocationManager(acceptor: acceptor, timeoutNanoseconds: 30 * Self.second)
  }

  private func fix(_ time: Int64, latitude: Double = 46, longitude: Double = 7) -> Location {
    Location(latitude: latitude, longitude: longitude, fixTimestamp: time)
  }

  private func answer(_ delivery: LocationDelivery) -> LocationAnswer? {
    guard case .accepted(let answer) = delivery else { return nil }
    return answer
  }

  private func refusal(_ delivery: LocationDelivery) -> LocationRefusal? {
    guard case .ignored(let refusal) = delivery else { return nil }
    return refusal
  }

  @Test("is off until it is asked, and off again after it has answered") func latch() {
    var manager = manager()
    #expect(refusal(manager.deliver(fix(0), at: 0)) == .notRunning)
    #expect(manager.request(cause: 7, at: 10) == .started)
    #expect(manager.isRunning && manager.deadline == 10 + 30 * Self.second)
    let answer = answer(manager.deliver(fix(20, latitude: 1.5), at: 20))
    #expect(answer?.fix?.latitude == 1.5 && answer?.cause == 7 && answer?.coalesced == 0)
    #expect(!manager.isRunning && manager.deadline == nil)
    #expect(refusal(manager.deliver(fix(30), at: 30)) == .notRunning)
    #expect(manager.request(cause: nil, at: 40) == .started)
    let second = self.answer(manager.deliver(fix(41), at: 41))
    #expect(second != nil && second?.cause == nil)
    #expect(manager.requests == 2 && manager.accepted == 2)
  }

  @Test("requests while it runs get the same answer and do not move the deadline") func coalesced()
  {
    var manager = manager()
    #expect(manager.request(cause: 1, at: 0) == .started)
    #expect(manager.request(cause: 2, at: Self.second) == .coalesced)
    #expect(manager.request(cause: nil, at: 2 * Self.second) == .coalesced)
    #expect(manager.deadline == 30 * Self.second)
    let answer = answer(manager.deliver(fix(3 * Self.second), at: 3 * Self.second))
    #expect(answer?.cause == 1 && answer?.coalesced == 2)
    #expect(manager.requests == 3 && manager.coalesced == 2)
    #expect(manager.request(cause: 4, at: 4 * Self.second) == .started)
    #expect(self.answer(manager.deliver(fix(4 * Self.second), at: 4 * Self.second))?.coalesced == 0)
  }

  @Test(
    "five seconds are stale to the nanosecond, in both directions",
    arguments: [
      (-5_000_000_000, false), (-4_999_999_999, true), (0, true), (4_999_999_999, true),
      (5_000_000_000, false), (.min, false), (.max, false),
    ] as [(Int64, Bool)]
  )
  func freshness(offset: Int64, isFresh: Bool) {
    for acceptor in [LocationAcceptor.firstFresh(), .settle()] {
      var manager = manager(acceptor)
      let now: Int64 = 1_700_000_000 * Self.second
      _ = manager.request(cause: nil, at: now)
      _ = manager.deliver(fix(.min), at: now)  // So that there is a previous one.
      let time = offset.magnitude > 1 << 40 ? offset : now + offset
      let delivery = manager.deliver(fix(time), at: now)
      #expect((answer(delivery) != nil) == isFresh)
      #expect(manager.stale == (isFresh ? 1 : 2))
    }
  }

  @Test("nothing is fresher than a limit of zero or less", arguments: [0, -1, .min] as [Int64])
  func noLimit(age: Int64) {
    let acceptor = LocationAcceptor.firstFresh(maximumAgeNanoseconds: age)
    #expect(acceptor.refusal(of: fix(5), previous: nil, at: 5) == .stale)
    #expect(
      LocationAcceptor.firstFresh(maximumAgeNanoseconds: 1)
        .refusal(of: fix(5), previous: nil, at: 5) == nil
    )
  }

  @Test(
    "settles on a fix at most a metre from the one before",
    arguments: [
      (46, 7, 46, 7, true), (46, 7, 46 + 0.999 * metre, 7, true),
      (46, 7, 46 + 1.001 * metre, 7, false), (46, 7, 46 - 0.999 * metre, 7, true),
      (60, 7, 60, 7 + 1.998 * metre, true), (60, 7, 60, 7 + 2.002 * metre, false),
      (0, 180, 0, -180 + 0.999 * metre, true), (0, 180, 0, -180, true),
      (0, 180, 0, -180 + 1.001 * metre, false), (90, 0, 90, 180, true), (90, 0, -90, 0, false),
      (0, 0, 0, 180, false), (.nan, 7, 46, 7, false), (46, 7, 46, .nan, false),
      (.infinity, 7, .infinity, 7, false), (91, 0, 91, 0, false), (46, 1e300, 46, 1e300, false),
    ] as [(Double, Double, Double, Double, Bool)]
  )
  func settling(a: Double, b: Double, c: Double, d: Double, settles: Bool) {
    var manager = manager(.settle())
    _ = manager.request(cause: 3, at: 100)
    #expect(refusal(manager.deliver(fix(100, latitude: a, longitude: b), at: 100)) == .notSettled)
    let delivery = manager.deliver(fix(101, latitude: c, longitude: d), at: 101)
    #expect((answer(delivery)?.cause == 3) == settles)
    #expect(manager.notSettled == (settles ? 1 : 2))
  }

  @Test(
    "measures along great circles of the mean radius",
    arguments: [
      // A quarter of a meridian, and one of the equator: π/2 · 6,371,008.8 m.
      (0, 0, 90, 0, 10_007_557.2), (0, 0, 0, 90, 10_007_557.2),
      // Paris to New York, and half way around.
      (48.8566, 2.3522, 40.7128, -74.006, 5_837_248), (0, 0, 0, 180, 20_015_114.4),
    ] as [(Double, Double, Double, Double, Double)]
  )
  func distances(a: Double, b: Double, c: Double, d: Double, metres: Double) {
    for (factor, isWithin) in [(0.999, false), (1.001, true)] {
      let acceptor = LocationAcceptor.settle(maximumMoveMetres: metres * factor)
      let refusal = acceptor.refusal(
        of: fix(0, latitude: c, longitude: d),
        previous: fix(0, latitude: a, longitude: b),
        at: 0
      )
      #expect((refusal == nil) == isWithin)
    }
  }

  @Test("a move of less than nothing, or of no number, never settles")
  func noMove() {
    for move in [-1, -.infinity, .nan] as [Double] {
      let acceptor = LocationAcceptor.settle(maximumMoveMetres: move)
      #expect(acceptor.refusal(of: fix(0), previous: fix(0), at: 0) == .notSettled)
    }
    for move in [0, .infinity, 1e300] as [Double] {
      let acceptor = LocationAcceptor.settle(maximumMoveMetres: move)
      #expect(acceptor.refusal(of: fix(0), previous: fix(0), at: 0) == nil)
    }
  }

  @Test("a new request has no fix before it") func freshStart() {
    var manager = manager(.settle())
    _ = manager.request(cause: nil, at: 0)
    _ = manager.deliver(fix(0), at: 0)
    #expect(answer(manager.deliver(fix(1), at: 1)) != nil)
    _ = manager.request(cause: nil, at: 2)
    #expect(refusal(manager.deliver(fix(2), at: 2)) == .notSettled)
    #expect(answer(manager.deliver(fix(3), at: 3)) != nil)
  }

  @Test("fails at its deadline, once") func timeout() {
    var manager = manager()
    _ = manager.request(cause: 9, at: Self.second)
    _ = manager.request(cause: 10, at: 2 * Self.second)
    let deadline = 31 * Self.second
    #expect(manager.expire(at: deadline - 1) == nil)
    #expect(refusal(manager.deliver(fix(deadline), at: deadline)) == .late)
    let answer = manager.expire(at: deadline)
    #expect(answer?.cause == 9 && answer?.coalesced == 1)
    #expect(answer != nil && answer?.fix == nil)
    #expect(manager.expire(at: deadline) == nil && !manager.isRunning)
    #expect(refusal(manager.deliver(fix(deadline), at: deadline)) == .notRunning)
    #expect(manager.timedOut == 1 && manager.late == 1 && manager.accepted == 0)
  }

  @Test("a request that nobody expired is over when the next one comes") func forgotten() {
    var manager = manager()
    _ = manager.request(cause: 1, at: 0)
    #expect(manager.request(cause: 2, at: 30 * Self.second) == .started)
    #expect(manager.timedOut == 1 && manager.coalesced == 0)
    let answer = answer(manager.deliver(fix(30 * Self.second), at: 30 * Self.second))
    #expect(answer?.cause == 2 && answer?.coalesced == 0)
  }

  @Test("works up to the end of time") func extremes() {
    var manager = manager()
    #expect(manager.request(cause: nil, at: .max - 1) == .started)
    #expect(manager.deadline == .max)
    #expect(answer(manager.deliver(fix(.max), at: .max - 1)) != nil)
    _ = manager.request(cause: nil, at: .max)
    #expect(manager.expire(at: .max) != nil)
  }
}
