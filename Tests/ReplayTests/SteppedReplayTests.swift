import KymoCore
import KymoMCAP
import KymoSamples
import Testing

import KymoRecording

/// Every step is reached in the same state, whichever way it is reached.
@Suite("Stepping through a recording") struct SteppedReplayTests {
  /// Keeps the digest after each step, and what happened.
  private struct Straight: OutcomeSink {
    var digests: [UInt64] = []
    var events: [Event] = []
    var outcomes: [Outcome] = []

    mutating func record(
      _ event: borrowing Event,
      _ outcome: borrowing Outcome,
      digest: UInt64,
      message: RawSpan,
      reply: RawSpan
    ) {
      digests.append(digest)
      events.append(copy event)
      outcomes.append(copy outcome)
    }
  }

  private func file(_ name: String) throws -> SessionFile {
    let kept = try #require(KeptRecording.all.first { $0.name == name })
    return try SessionFile(MCAPMemorySource(kept.bytes()))
  }

  private func straight(_ file: SessionFile) throws -> Straight {
    let app = try AppInstance(DeviceCatalog.self, setup: AppSetup(file))
    return Replay.run(try file.events(app.routing), table: app.table, sink: Straight()).sink
  }

  private func check(
    _ replay: SteppedReplay,
    _ straight: Straight,
    _ said: String
  ) throws {
    let position = Int(replay.position)
    let digest = position == 0 ? 0 : straight.digests[position - 1]
    #expect(replay.digest.total == digest, "\(said): at \(position)")
    guard position > 0 else {
      let step = try replay.step()
      #expect(step == nil)
      return
    }
    let step = try #require(try replay.step())
    let event = straight.events[position - 1]
    #expect(step.digest == digest && step.outcome.index == UInt64(position - 1), "\(said)")
    #expect(step.event.timestamp == event.timestamp && step.event.sequence == event.sequence)
    #expect(step.outcome.status == straight.outcomes[position - 1].status)
    #expect(replay.digest.total == digest && replay.position == UInt64(position))
  }

  @Test(
    "Walks at random, forwards and backwards",
    arguments: ["walk", "devicecatalog", "adversarial"],
    [1, 2] as [UInt64]
  )
  func walks(name: String, seed: UInt64) throws {
    let file = try file(name)
    let straight = try straight(file)
    let total = UInt64(straight.digests.count)
    let replay = try SteppedReplay(file, through: DeviceCatalog.self)
    var random = SplitMix64(seed: seed)
    for _ in 0..<12 {
      let here = replay.position
      switch random.next() % 5 {
      case 0:
        let target = random.next() % (total + 3)
        try replay.go(to: target)
        #expect(replay.position == min(target, total))
      case 1: try replay.go(to: here + 1 + random.next() % 4)
      case 2: try replay.go(to: here - min(here, 1 + random.next() % 4))
      case 3:
        let inputs = straight.events.count { $0.source != .device }
        let number = random.next() % UInt64(inputs)
        try replay.go(toInput: number)
        #expect(try replay.step()?.input == number)
      default:
        let time = straight.events[Int(random.next() % total)].timestamp
        try replay.go(toTime: time)
        let place = try #require(straight.events.firstIndex { $0.timestamp >= time })
        #expect(replay.position == UInt64(place + 1))
      }
      try check(replay, straight, "\(name), seed \(seed)")
    }
  }

  @Test("Breakpoints are met in their order, and backwards in the other")
  func breakpoints() throws {
    let file = try file("devicecatalog")
    let straight = try straight(file)
    let replay = try SteppedReplay(file, through: DeviceCatalog.self)
    let failed = straight.outcomes.indices.filter { straight.outcomes[$0].status == .failed }
    let showDate = try #require(replay.command("showDate"))
    let shown = straight.events.indices.filter { straight.events[$0].command == showDate }
    let breakpoints = [
      StepBreakpoint(number: 1, .outcome(.failed)), StepBreakpoint(number: 2, .command(showDate)),
    ]
    let expected = Set(failed + shown).sorted()
    #expect(expected.count > 10)
    for step in expected {
      let met = try replay.goOn(until: breakpoints)
      #expect(replay.position == UInt64(step + 1))
      #expect(met?.number == (failed.contains(step) ? 1 : 2))
    }
    #expect(try replay.goOn(until: breakpoints) == nil && replay.isAtEnd)
    #expect(replay.position == UInt64(straight.digests.count))
    try check(replay, straight, "at the end")
    for step in expected.reversed() {
      _ = try replay.goBack(until: breakpoints)
      #expect(replay.position == UInt64(step + 1))
      try check(replay, straight, "backwards")
    }
    #expect(try replay.goBack(until: breakpoints) == nil && replay.position == 0)
    let texts = [StepBreakpoint(number: 3, .text(Array("switchAccelerometer".utf8)))]
    _ = try replay.goOn(until: texts)
    #expect(try replay.step()?.message?.contains("switchAccelerometer") == true)
  }

  @Test("A step has parameters, handlers with their verdicts, and what they raised")
  func details() throws {
    let file = try file("devicecatalog")
    let replay = try SteppedReplay(file, through: DeviceCatalog.self)
    let showDate = try #require(replay.command("showDate"))
    var raised = 0
    var parameters = 0
    for _ in 0..<6 {
      _ = try replay.goOn(until: [StepBreakpoint(number: 1, .command(showDate))])
      let step = try #require(try replay.step())
      raised += step.raised.count
      parameters += step.parameters.count
      #expect(!step.turns.isEmpty)
      for event in step.raised { #expect(event.timestamp >= step.event.timestamp) }
    }
    #expect(raised > 0 && parameters > 0)
  }

  @Test("A step that is not as recorded is found, forwards and backwards")
  func divergence() throws {
    let kept = try #require(KeptRecording.all.first { $0.name == "devicecatalog" })
    let same = try SteppedReplay(file("devicecatalog"), through: DeviceCatalog.self)
    let breakpoint = [StepBreakpoint(number: 1, .divergence)]
    #expect(try same.goOn(until: breakpoint) == nil && same.isAtEnd && same.divergence == nil)
    // Another app than the recorded one: its first answer to a sample is another.
    let file = try SessionFile(MCAPMemorySource(kept.bytes()))
    let other = try SteppedReplay(file, through: AgeApp.self)
    try other.go(to: 3)
    let met = try other.goBack(until: breakpoint)
    #expect(met?.number == 1 || other.position == 0)
    try other.restart()
    #expect(try other.goOn(until: breakpoint)?.number == 1)
    #expect(other.divergence?.index == other.position - 1 && !other.differences.isEmpty)
  }

  @Test("It stops when it is asked to, and goes on later")
  func stops() throws {
    let file = try file("walk")
    let straight = try straight(file)
    let replay = try SteppedReplay(file, through: DeviceCatalog.self)
    replay.shouldStop = { true }
    try replay.go(to: 9000)
    #expect(replay.position == 0)
    replay.shouldStop = { false }
    try replay.go(to: 9000)
    try check(replay, straight, "after a stop")
  }
}
