import KymoCore
import Testing

@testable import KymoBench
import KymoBenchFixtures

@Suite("Hiccups and their part in a slow event") struct HiccupTests {
  /// A look every ms from -5 ms on, on time; steal is looked at every fifth time.
  func ticks(_ change: (inout HiccupTick, Int) -> Void = { _, _ in }) -> HiccupReport {
    let ticks = (-5..<100).map { place in
      let time = Int64(place) * 1_000_000
      var tick = HiccupTick(target: time, woke: time + 50_000)
      tick.involuntarySwitches = 10
      tick.minorFaults = 100
      tick.majorFaults = 7
      tick.steal = place % 5 == 0 ? 30_000_000 : -1
      tick.dispatcherDelay = 1000
      tick.generatorDelay = 2000
      change(&tick, place)
      return tick
    }
    return HiccupReport(ticks: ticks, intervalNanoseconds: 1_000_000)
  }

  func analysis(_ hiccups: HiccupReport?) throws -> TailAnalysis {
    TailAnalysis(
      run: try LoadRun(
        LoadFixture.workload(10),
        plan: .constant(rate: 1000, length: .events(100))
      ),
      names: ["unknown command", "accel"],
      allNames: ["unknown command", "accel"],
      hiccups: hiccups
    )
  }

  /// Event 20, due at 20 ms, and done at 28 ms.
  func entry(service: Int64, _ change: (inout BusyPeriod) -> Void = { _ in }) -> TailEntry {
    var entry = TailEntry()
    entry.place = 20
    entry.row = 1
    entry.due = 20_000_000
    entry.done = 28_000_000
    entry.service = service
    change(&entry.busy)
    return entry
  }

  @Test("a stall of the platform is told from a slow handler") func platform() throws {
    let slow = entry(service: 7_900_000)
    #expect(try analysis(nil).cause(slow) == .ownHandlers)
    #expect(try analysis(ticks()).cause(slow) == .ownHandlers)
    func stalled(by nanoseconds: Int64) -> HiccupReport {
      ticks { tick, place in if place == 22 { tick.woke = tick.target + nanoseconds } }
    }
    // From 20.1 ms to 28 ms, of which at least half has to be the platform's.
    #expect(try analysis(stalled(by: 5_000_000)).cause(slow) == .platformStalled(5_000_000))
    #expect(try analysis(stalled(by: 3_900_000)).cause(slow) == .ownHandlers)
    #expect(try analysis(stalled(by: 3_950_000)).cause(slow) == .platformStalled(3_950_000))
    let late = ticks { tick, place in if place == 28 { tick.woke += 9_000_000 } }
    #expect(try analysis(late).cause(slow) == .ownHandlers, "it began when the event was done")
  }

  @Test("a thread without a core was preempted") func preempted() throws {
    let slow = entry(service: 7_900_000)
    let waited = ticks { tick, place in if place > 24 { tick.dispatcherDelay += 4_000_000 } }
    #expect(try analysis(waited).cause(slow) == .preempted(4_000_000))
    let other = ticks { tick, place in if place > 24 { tick.generatorDelay += 4_000_000 } }
    #expect(try analysis(other).cause(slow) == .ownHandlers)
    let before = ticks { tick, place in if place > 18 { tick.dispatcherDelay += 4_000_000 } }
    #expect(try analysis(before).cause(slow) == .ownHandlers)
    // Again and again, in many short pieces.
    let short = entry(service: 1000) { $0.count = 99 }
    let often = ticks { tick, place in tick.dispatcherDelay += Int64(place) * 500_000 }
    #expect(try analysis(often).cause(short) == .preempted(4_500_000))
    let seldom = ticks { tick, place in tick.dispatcherDelay += Int64(place) * 400_000 }
    #expect(try analysis(seldom).cause(short) == .backlog(99))
    let unknown = ticks { tick, _ in tick.dispatcherDelay = -1 }
    #expect(try analysis(unknown).cause(slow) == .ownHandlers)
  }

  @Test("a gap is the generator's if the event that ended it was late") func gap() throws {
    func slow(late: Int64) -> TailEntry {
      entry(service: 1000) {
        $0.gap = 7_000_000
        $0.gapEnd = 27_999_000
        $0.gapPlace = 20
        $0.gapLateness = late
      }
    }
    #expect(try analysis(nil).cause(slow(late: -1)) == .unknown, "nobody noted slips")
    #expect(try analysis(nil).cause(slow(late: 3_500_000)) == .generatorLate(3_500_000))
    #expect(try analysis(nil).cause(slow(late: 3_499_999)) == .unknown)
    let stalled = ticks { tick, place in if place == 21 { tick.woke += 6_500_000 } }
    #expect(try analysis(stalled).cause(slow(late: 7_000_000)) == .platformStalled(6_550_000))
  }

  @Test("nothing that is long, and nothing before it: not known") func nothing() throws {
    #expect(try analysis(nil).cause(entry(service: 3_999_999)) == .unknown)
    #expect(try analysis(nil).cause(entry(service: 4_000_000)) == .ownHandlers)
    #expect(try analysis(nil).cause(entry(service: 1) { $0.count = 1 }) == .backlog(1))
    #expect(TailCause.backlog(1).text { "\($0)" } == "a backlog of 1 event")
  }

  @Test("what was counted while an event was on its way, and nothing where nobody looked")
  func counters() throws {
    let report = ticks { tick, place in
      tick.involuntarySwitches += place >= 24 ? 3 : 0
      tick.minorFaults += place >= 19 ? 2 : 0
      tick.majorFaults += place >= 30 ? 1 : 0
      // The look at 20 ms is the last before 20.1 ms, the one at 28 ms the first after 28 ms.
      if place >= 30 && tick.steal >= 0 { tick.steal += 10_000_000 }
    }
    let event = try #require(try analysis(report).events([entry(service: 7_900_000)]).first)
    let counters = try #require(event.counters)
    #expect(counters.involuntarySwitches == 3)
    #expect(counters.minorFaults == 0, "that was before")
    #expect(counters.majorFaults == 0, "that was after")
    #expect(counters.faults == 0)
    #expect(counters.stealNanoseconds == 10_000_000, "between the looks at 15 and at 30 ms")
    #expect(counters.dispatcherDelayNanoseconds == 0)
    #expect(event.hiccupNanoseconds == 0)
    #expect(report.counters(from: -6_000_000, to: 0) == nil)
    #expect(report.counters(from: 0, to: 200_000_000) == nil)
    let blind = ticks { tick, _ in
      tick = HiccupTick(target: tick.target, woke: tick.woke)
    }
    let nothing = try #require(blind.counters(from: 0, to: 1_000_000))
    #expect(nothing == SystemCounters())
    #expect(nothing.faults == nil)
  }

  @Test("the longest hiccups, and what a stall swallowed") func report() {
    let report = ticks { tick, place in
      if place == 10 { tick.woke = tick.target + 4_000_000 }
      if [30, 40].contains(place) { tick.woke = tick.target + 100_001 }
      if place == 50 { tick.woke = tick.target + 100_000 }
    }
    #expect(report.hiccupCount == 3)
    #expect(
      report.longest == [
        Hiccup(startNanoseconds: 10_000_000, nanoseconds: 4_000_000),
        Hiccup(startNanoseconds: 30_000_000, nanoseconds: 100_001),
        Hiccup(startNanoseconds: 40_000_000, nanoseconds: 100_001),
      ]
    )
    #expect(report.count == 105)
    let ended = ticks { tick, place in tick.generatorDelay = place > 90 ? -1 : Int64(place) }
    #expect(ended.counters.generatorDelayNanoseconds == nil, "it was unknown at the start")
    let known = ticks { tick, place in tick.generatorDelay = place > 90 ? -1 : Int64(place + 10) }
    #expect(known.counters.generatorDelayNanoseconds == 95)
    #expect(known.counters(from: 92_000_000, to: 93_000_000)?.generatorDelayNanoseconds == nil)
    #expect(report.lateness.count == 108, "4 ms swallowed three looks")
    #expect(report.text { "\($0) ns" }.contains("3 of them by more than 100000 ns"))
  }

  @Test("a number in a file of the system", arguments: [0, 1, 2, 3])
  func counterFile(place: Int) {
    // /proc/self/stat begins with the number of the process and its name.
    let number = UnsafeCounterFile("/proc/self/stat").number(place)
    if place == 0 { #expect(number ?? 0 > 0) }
    if place == 1 || place == 2 { #expect(number == nil) }
    if place == 3 { #expect(number != nil) }
    #expect(UnsafeCounterFile("/proc/self/nowhere").number(place) == nil)
    #expect(UnsafeCounterFile("/proc/stat").number(8) ?? 0 >= 0)
    #expect(UnsafeCounterFile("/dev/null").number(place) == nil)
  }
}
