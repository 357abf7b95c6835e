import KymoCore
import KymoMCAP
import KymoTestSupport
import Testing

import KymoRecording

/// A part of a session is replayed as it happened, wherever it begins and ends.
@Suite("Ranges") struct RangeTests {
  private static let seeds: [UInt64] = RunLength.seeds(Array(1...3), usually: 1)
  private static let names = ["walk", "devicecatalog"]

  private func kept(_ name: String) throws -> KeptRecording {
    try #require(KeptRecording.all.first { $0.name == name })
  }

  private func replay(_ name: String) throws -> (replay: RangeReplay, whole: RangeReplay.Outcome) {
    let replay = try RangeReplay(kept(name))
    return (replay, try replay.run(ReplayScope()))
  }

  @Test("After a warm start every step is that of the whole", arguments: names, seeds)
  func warm(name: String, seed: UInt64) throws {
    let (replay, whole) = try replay(name)
    #expect(whole.range == nil && whole.verification?.holds == true)
    var random = SplitMix64(seed: seed)
    var scope = RangeReplay.scope(&random, inputs: 6000, seconds: 55)
    scope.isWarm = true
    let found = try replay.run(scope)
    let end = try #require(found.stepsAtEnd)
    let range = try #require(found.range)
    #expect(end > 0 && Array(found.digests[..<end]) == Array(whole.digests[..<end]), "\(scope)")
    #expect(range.isCut && range.warmSteps < UInt64(end))
    #expect(range.warmSteps + range.steps == found.digest.count)
    #expect(found.counts.reduce(0, +) == range.steps)
    guard case .identical(let steps, .part) = found.verification else {
      Issue.record("\(scope): \(String(describing: found.verification))")
      return
    }
    #expect(steps == UInt64(end))
  }

  @Test("A range is as its recording, with any rings, speed or ring size", arguments: names, seeds)
  func recorded(name: String, seed: UInt64) throws {
    var replay = try RangeReplay(kept(name))
    var random = SplitMix64(seed: seed)
    var scope = RangeReplay.scope(&random, inputs: 6000, seconds: 55)
    scope.isWarm = seed % 2 == 0
    scope.rounds = 1 + Int(seed % 3)
    let found = try replay.run(scope)
    let again = try RangeReplay([found.bytes]).run(ReplayScope())
    #expect(again.digest == found.digest, "\(scope)")
    #expect(
      again.verification?.holds == true,
      "\(scope): \(String(describing: again.verification))"
    )
    replay.options.rings = 1 + Int(random.next() % 20)
    replay.options.ringCapacity = 1 + Int(random.next() % 100)
    #expect(try replay.run(scope).digest == found.digest, "\(scope), \(replay.options.rings) rings")
    replay.options.speed = .times(10)
    replay.options.clock = VirtualClock()
    #expect(try replay.run(scope).digest == found.digest, "\(scope), ten times as fast")
  }

  @Test(
    "Recordings that follow each other are the session they were cut from",
    arguments: names,
    seeds
  )
  func series(name: String, seed: UInt64) throws {
    let (replay, whole) = try replay(name)
    var random = SplitMix64(seed: seed)
    var places: [SessionPlace] = []
    for part in 1...3 as ClosedRange<Int64> {
      places.append(.elapsed(part * 13_000_000_000 + Int64(random.next() % 5_000_000_000)))
    }
    let starts = [nil] + places
    let parts = try zip(starts, places + [nil]).map { start, end in
      var scope = ReplayScope()
      (scope.start, scope.end) = (start, end)
      return try replay.run(scope, hasTrace: false).bytes
    }
    #expect(try RangeReplay(parts).run(ReplayScope()).digest == whole.digest)
    // A range may begin in one of them and end in another.
    var scope = ReplayScope()
    (scope.start, scope.end, scope.rounds) = (.elapsed(3_000_000_000), .elapsed(40_000_000_000), 2)
    #expect(try RangeReplay(parts).run(scope).digest == replay.run(scope).digest)
    // In another order time would go back.
    #expect(throws: SessionError.self) {
      try RangeReplay([parts[1], parts[0]]).run(ReplayScope())
    }
  }

  @Test("Rounds follow each other in time, and have the same outcomes if nothing is kept")
  func rounds() throws {
    var replay = try RangeReplay(kept("drive"))
    var scope = ReplayScope()
    (scope.start, scope.end, scope.rounds) = (.elapsed(5_000_000_000), .elapsed(9_000_000_000), 5)
    let found = try replay.run(scope)
    let range = try #require(found.range)
    #expect(range.rounds == 5 && range.period == 4_000_000_000 && range.inputs % 5 == 0)
    let inputs = try SessionFile(MCAPMemorySource(found.bytes))
    #expect(inputs.lastTime ?? 0 > 24_000_000_000)
    // DeviceCatalog filters what it gets, so that its rounds differ.
    #expect(found.firstDifferentRound == 2)
    replay.app = AgeApp.self
    #expect(try replay.run(scope).firstDifferentRound == nil)
    scope.rounds = 1
    let once = try replay.run(scope)
    #expect(UInt64(5) * (once.range?.inputs ?? 0) == range.inputs)
  }

  @Test("A range without inputs, and rounds beyond the end of time, are refused")
  func refused() throws {
    let replay = try RangeReplay(kept("walk"))
    var scope = ReplayScope()
    scope.start = .elapsed(1_000_000_000_000)
    #expect(throws: SessionError.self) { try replay.run(scope) }
    scope.start = .input(12_120)
    #expect(throws: SessionError.self) { try replay.run(scope) }
    scope.isWarm = true
    #expect(throws: SessionError.self) { try replay.run(scope) }
    scope = ReplayScope()
    (scope.end, scope.rounds) = (.elapsed(1 << 61), 8)
    #expect(throws: SessionError.self) { try replay.run(scope) }
    scope = ReplayScope()
    scope.start = .input(12_119)
    #expect(try replay.run(scope).range?.inputs == 1)
    scope.end = .elapsed(Int64.max)
    #expect(try replay.run(scope).range?.isCut == false)
  }
}
