import KymoBench
import KymoBenchFixtures
import KymoCore
import Testing

@Suite("A machine without time") struct BusyMachineTests {
  /// An unpaced run of 1,000 events of `cost` virtual ns.
  private func round(cost: Int64) throws -> LoadResult {
    let clock = VirtualClock()
    let plan = ArrivalPlan.immediate(count: 1000)
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(0)
    let run = try LoadRun(LoadFixture.workload(100), plan: plan, configuration: configuration)
    let table = try LoadFixture.table(LoadFixture.Work(clock, cost: cost))
    var sink = NoSink()
    return run.runUnpaced(table: table, sink: &sink, clock: clock)
  }

  /// What is said after an invalid run that was to have 1,000 events/s, of rounds of these costs, and if trials of up
  /// to `highest` events/s are valid; and how many measurements that took.
  private func machine(
    costs: [Int64] = [70],
    highest: Double,
    asked: Double = 1000,
    stopAfter limit: Int = .max
  ) throws -> (machine: BusyMachine, rounds: Int, trials: [Double]) {
    let valid = try LoadFixture.simulate(count: 100, cost: 10) { _ in }
    let invalid = valid.with(reasons: [.generatorLate(p99: 2, limit: 1)])
    var rounds = 0
    var trials: [Double] = []
    let machine = try BusyMachine(
      after: invalid,
      askedRate: asked,
      shouldStop: { rounds + trials.count >= limit },
      round: {
        defer { rounds += 1 }
        return try round(cost: costs[rounds % costs.count])
      },
      trial: { rate in
        trials.append(rate)
        return rate <= highest ? valid : invalid
      }
    )
    return (machine, rounds, trials)
  }

  @Test("The fastest round counts, and the others are said") func services() throws {
    let (machine, rounds, _) = try machine(costs: [90, 70, 2_000], highest: 0)
    #expect(rounds == BusyMachine.maximumRounds && machine.roundCount == rounds)
    let service = try #require(machine.services.first)
    #expect(machine.services.count == 1 && service.name == "accel" && service.count == 1000)
    #expect(service.fastest == 70 && service.middle == 90)
    #expect(service.slowest == 2000 && service.medians.count == rounds)
  }

  @Test("Long rounds end after a second, but three are made") func budget() throws {
    #expect(try machine(costs: [400_000], highest: 0).rounds == 3)
    #expect(try machine(costs: [200_000], highest: 0).rounds == 5)
  }

  @Test("The advice is what was measured") func advice() throws {
    let again = try machine(highest: 1000)
    #expect(again.machine.advice == .tryAgain && again.trials == [1000])
    let wait = try machine(highest: 1)
    #expect(wait.machine.advice == .wait && wait.machine.knee == .never(lowest: 400))
    #expect(wait.trials == [1000, 400])
    #expect(
      try machine(highest: 1, asked: 10).trials == [10],
      "less than 400 if less was asked for"
    )
    let less = try machine(highest: 900)
    #expect(less.machine.advice == .lower(rate: 795.3))
    #expect(less.trials == [1000, 400, 632.5, 795.3])
    #expect(less.trials.filter { $0 <= 900 }.max() == 795.3, "a rate of which a trial was valid")
  }

  @Test("What the run achieved is where the trials begin") func achieved() throws {
    // The run of the fixture achieved 1,000 events/s.
    let (machine, _, trials) = try machine(highest: 900, asked: 1_000_000)
    #expect(trials.first == 1000 && machine.advice == .lower(rate: 795.3))
  }

  @Test("Who stops it gets what there is") func stop() throws {
    let (machine, rounds, trials) = try machine(highest: 1000, stopAfter: 2)
    #expect(rounds == 2 && trials.isEmpty && machine.services.first?.fastest == 70)
    #expect(machine.knee == .unknown(kept: nil, failed: nil) && machine.advice == .wait)
  }

  @Test("Only what is of the machine is blamed on it") func reasons() throws {
    let result = try LoadFixture.simulate(count: 100, cost: 10) { _ in }
    func isOfMachine(_ reasons: InvalidReason...) -> Bool {
      result.with(reasons: reasons).validity.isOfMachine
    }
    #expect(!isOfMachine())
    #expect(
      isOfMachine(.generatorLate(p99: 2, limit: 1), .preempted(nanoseconds: 1, of: 2, limit: 0))
    )
    #expect(isOfMachine(.rateNotAchieved(offered: 2, achieved: 1), .reported(.core, "preempted")))
    #expect(isOfMachine(.dropped(LoadDrop(place: .newestInQueue, count: 1))))
    #expect(!isOfMachine(.dropped(LoadDrop(place: .abandoned, count: 1))))
    #expect(!isOfMachine(.generatorLate(p99: 2, limit: 1), .interrupted(offered: 1, planned: 2)))
    #expect(!isOfMachine(.reported(.scripts, "a script threw")))
  }
}
