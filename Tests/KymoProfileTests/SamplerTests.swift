import Glibc
import KymoCore
import Testing

@testable import KymoProfile

/// Work that the optimiser neither removes nor moves into its caller.
@inline(never) private func workHeavily(_ rounds: Int, _ seed: UInt64) -> UInt64 {
  var value = seed
  for _ in 0..<rounds { value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }
  return value
}

/// The same work under another name; another constant, so that the two are not made one.
@inline(never) private func workLightly(_ rounds: Int, _ seed: UInt64) -> UInt64 {
  var value = seed
  for _ in 0..<rounds { value = value &* 2_862_933_555_777_941_757 &+ 3_037_000_493 }
  return value
}

@Suite("The sampler") struct SamplerTests {
  /// How long a thread was on a processor so far, in ns.
  private var processorTime: Int64 { Int64(clock_gettime_nsec(CLOCK_THREAD_CPUTIME_ID)) }

  @Test("finds functions in proportion to their work") func shares() throws {
    let sampler = Sampler(SamplerOptions(frequency: 2000, seed: 3))
    try sampler.addCurrent(named: "worker")
    var sum: UInt64 = 1
    let end = MonotonicClock().now + 1_500_000_000
    while MonotonicClock().now < end {
      sum = workHeavily(30_000, sum)
      sum = workLightly(10_000, sum)
    }
    sampler.stop()
    #expect(sum != 0)
    var profile = Profile(name: "work", exporter: "test")
    profile.add(sampler) { _ in "none" }
    #expect(profile.threads.map(\.name) == ["worker"])
    func count(_ name: String) -> Int {
      profile.samples.filter { sample in
        sample.stack.contains { profile.frames[$0].name.contains(name) }
      }.reduce(0) { $0 + $1.count }
    }
    let (heavy, light) = (count("workHeavily"), count("workLightly"))
    let both = Double(heavy + light)
    let summary = try #require(profile.sampling)
    #expect(summary.delivered <= summary.due + 1)
    guard both >= 200 else {
      print("skipped: \(Int(both)) samples in the two functions are too few to tell shares")
      return
    }
    let share = Double(heavy) / both
    let bound = 4 * (0.75 * 0.25 / both).squareRoot() + 0.1
    #expect(abs(share - 0.75) < bound, "\(heavy) and \(light) samples")
    // A leaf is on top of its stack, and whoever called it below.
    let leaf = profile.functions.first { $0.frame.name.contains("workHeavily") }
    #expect((leaf?.ownCount ?? 0) > 0)
  }

  @Test("leaves a sleep its length, and the processor to others") func sleeps() throws {
    let sampler = Sampler(SamplerOptions(frequency: 5000))
    try sampler.addCurrent(named: "sleeper")
    let clock = MonotonicClock()
    let (start, before) = (clock.now, processorTime)
    clock.wait(until: start + 200_000_000)
    let (slept, ran) = (clock.now - start, processorTime - before)
    sampler.stop()
    #expect(slept >= 200_000_000)
    // A sleep that ends with the first signal would be spun to its end.
    #expect(ran < 100_000_000)
    let role = try #require(sampler.roles.first)
    #expect(role.samples.contains { $0.isWaiting })
  }

  @Test("says what was done meanwhile") func labels() throws {
    let sampler = Sampler(SamplerOptions(frequency: 5000))
    let labels = SampleLabels()
    try sampler.addCurrent(named: "worker", saying: labels)
    labels.place.set(SampleLabel(CommandID(rawValue: 7), .business))
    let end = MonotonicClock().now + 200_000_000
    var sum: UInt64 = 1
    while MonotonicClock().now < end { sum = workHeavily(1000, sum) }
    labels.looked()
    sampler.stop()
    #expect(sum != 0)
    var profile = Profile(name: "work", exporter: "test")
    profile.add(sampler) { "command \($0.rawValue)" }
    try #require(!profile.samples.isEmpty)
    #expect(profile.samples.contains { $0.command == "command 7" && $0.stage == "business" })
  }

  @Test("counts what finds no room") func full() throws {
    // Many samples of a usual depth do not fit; the account says so, and nothing is lost in silence.
    let thread = try SampledThread(SampledThread.own)
    #expect(try thread.start(first: 1, period: 100_000))
    let end = MonotonicClock().now + 50_000_000
    while MonotonicClock().now < end {}
    thread.stop()
    var count = 0
    thread.drain { _ in count += 1 }
    let account = thread.account
    #expect(count == account.handled - account.dropped)
    #expect(account.handled > 0)
    thread.drain { _ in Issue.record("a sample came after the end") }
  }

  @Test("ignores signals of others") func foreignSignal() throws {
    let thread = try SampledThread(SampledThread.own)
    #expect(try thread.start(first: 3_000_000_000, period: 3_000_000_000))
    raise(SIGPROF)
    thread.stop()
    #expect(thread.account == SamplerAccount())
  }

  @Test("packs a command and a stage into a word") func words() {
    for stage in ProfileStage.allCases {
      for command: UInt16 in [0, 1, 4096, .max] {
        let label = SampleLabel(CommandID(rawValue: command), stage)
        #expect(SampleLabel(word: label.word).command?.rawValue == command)
        #expect(SampleLabel(word: label.word).stage == stage)
      }
      #expect(SampleLabel(nil, stage).command == nil)
    }
    #expect(SampleLabel.none.stage == nil && SampleLabel.none.command == nil)
  }

  @Test("knows a handler's command and stage by its place in the table") func handlers() throws {
    var map = CommandMap()
    for name in ["first", "second"] {
      map.validate(name) { _ in .proceed }
      map.view(name) { _ in .proceed }
      map.error(name) { _ in .proceed }
    }
    let labels = SampleLabels()
    _ = LabelledSink(NoSink(), labels, try CommandTable(map))
    let found = (0..<6).map { labels.resolved(SampleLabel(handler: $0)) }
    #expect(found.map(\.command?.rawValue) == [1, 1, 1, 2, 2, 2])
    #expect(found.map(\.stage) == [.validate, .view, .error, .validate, .view, .error])
    #expect(labels.resolved(SampleLabel(handler: 6)) == .none)
    let own = SampleLabel(CommandID(rawValue: 9), .page)
    #expect(own.handler == nil && labels.resolved(own) == own)
  }
}

private func clock_gettime_nsec(_ clock: clockid_t) -> UInt64 {
  var time = timespec()
  unsafe clock_gettime(clock, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
