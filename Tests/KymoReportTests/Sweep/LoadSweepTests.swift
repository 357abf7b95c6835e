import KymoCore
import KymoHistogram
import Testing

@testable import KymoBench
@testable import KymoReport
import KymoBenchFixtures

@Suite("Load sweeps") struct LoadSweepTests {
  /// The result of one simulated second at `rate`: every event takes `cost` ns.
  private func measure(
    _ rate: Double,
    cost: Int64,
    seed: UInt64? = nil,
    stopAfter limit: Int = .max
  ) throws -> LoadResult {
    let clock = VirtualClock()
    let length = PlanLength.nanoseconds(1_000_000_000)
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(0)
    let run = try LoadRun(
      LoadFixture.workload(10),
      plan: seed.map { try .poisson(rate: rate, seed: $0, length: length) }
        ?? .constant(rate: rate, length: length),
      configuration: configuration
    )
    var asked = 0
    let work = LoadFixture.Work(clock, cost: cost)
    return run.simulate(table: try LoadFixture.table(work), clock: clock) {
      asked += 1
      return asked >= limit
    }
  }

  /// A sweep from 1,000 events/s with one attempt per rate.
  private func sweep(
    _ objectives: LatencyObjective...,
    range: ClosedRange<Double> = 1000...1e6,
    _ measure: (Double) throws -> LoadResult
  ) throws -> LoadSweep {
    var sweep = LoadSweep(objectives, RateSearch(from: 1000, within: range, attempts: 1))
    while let rate = sweep.nextRate { sweep.note(try measure(rate)) }
    return sweep
  }

  @Test("The knee of a server of known capacity is found to the resolution")
  func capacity() throws {
    // 20 µs each, evenly spaced: nothing waits up to 50,000 events/s, and beyond the queue grows.
    let objective = LatencyObjective(.p99, atMost: 25_000)
    let sweep = try sweep(objective) { try measure($0, cost: 20_000) }
    guard case .between(let kept, let failed) = sweep.knee else {
      Issue.record("\(sweep.knee)")
      return
    }
    #expect(kept <= 50_000 && failed > 50_000 && failed <= kept * 1.05)
    #expect(sweep.curve.map(\.rate) == sweep.curve.map(\.rate).sorted())
    #expect(sweep.curve.filter(\.isKept).map(\.rate).max() == kept)
    let overloaded = try #require(sweep.steps.first { $0.rate == 64_000 })
    #expect(!overloaded.isValid)
    // Of 64,000 that were due in a second, 50,000 were done.
    #expect(abs(overloaded.achievedRate - 50_000) < 5)
    #expect(
      overloaded.shortcomings.contains {
        if case .invalid(.rateNotAchieved) = $0 { true } else { false }
      }
    )
  }

  @Test("Random arrivals keep an objective only as long as queueing theory says")
  func queueing() throws {
    // M/D/1: the mean response is S (1 + ρ / 2(1 - ρ)): at ρ = 2/3 of S = 20 µs that is 40 µs.
    let third = try measure(33_333, cost: 20_000, seed: 7)
    #expect(abs(third.overall.response.mean - 40_000) < 1500)
    // So the p50 reaches 25 µs well below capacity, and before the mean reaches 40 µs.
    let objective = LatencyObjective(.p50, atMost: 25_000)
    let sweep = try sweep(objective) { try measure($0, cost: 20_000, seed: 7) }
    guard case .between(let kept, let failed) = sweep.knee else {
      Issue.record("\(sweep.knee)")
      return
    }
    #expect(failed <= kept * 1.05)
    #expect(failed < 33_333)
    let before = try #require(sweep.steps.first { $0.rate == kept }?.response.p50)
    let after = try #require(sweep.steps.first { $0.rate == failed }?.response.p50)
    #expect(before <= 25_000 && after > 25_000)
    let again = try self.sweep(objective) { try measure($0, cost: 20_000, seed: 7) }
    #expect(again.steps == sweep.steps, "equal sweeps take equal steps")
  }

  @Test("An objective that nothing keeps, one that everything keeps, and one without enough events")
  func extremes() throws {
    let never = try sweep(LatencyObjective(.p50, atMost: 100), range: 500...1e6) {
      try measure($0, cost: 20_000)
    }
    #expect(never.knee == .never(lowest: 500))
    #expect(
      never.steps[0].shortcomings.map(\.description) == [
        "p50 of all is \(Histogram.bucket(20_000)) ns, the objective 100 ns"
      ]
    )
    let always = try sweep(LatencyObjective(.p99, atMost: 1_000_000), range: 1000...8000) {
      try measure($0, cost: 20_000)
    }
    #expect(always.knee == .atLeast(8000))
    #expect(always.steps.map(\.rate) == [1000, 2000, 4000, 8000])
    let few = try sweep(LatencyObjective(.p999, atMost: 1_000_000), range: 1000...8000) {
      try measure($0, cost: 20_000)
    }
    #expect(few.knee == .never(lowest: 1000))
    #expect(
      few.steps[0].shortcomings.map(\.description) == [
        "1000 events of all are too few for p99.9, which takes 10000"
      ]
    )
  }

  @Test("An objective is about one command or all, and all objectives have to be kept")
  func objectives() throws {
    let result = try measure(2000, cost: 20_000)
    let own = LatencyObjective(.max, atMost: 20_015, of: "accel")
    #expect(own.shortcoming(of: result) == nil)
    #expect("\(own)" == "accel:max=20015ns")
    let other = LatencyObjective(.max, atMost: 20_000, of: "sendloc")
    #expect(other.shortcoming(of: result) == .tooFew(other, count: 0))
    let sweep = try sweep(
      LatencyObjective(.p99, atMost: 1_000_000),
      LatencyObjective(.p50, atMost: 100),
      range: 1000...2000
    ) { try measure($0, cost: 20_000) }
    #expect(sweep.knee == .never(lowest: 1000))
  }

  @Test("A step that was stopped ends the sweep and decides nothing")
  func interruption() throws {
    var runs = 0
    let sweep = try sweep(LatencyObjective(.p50, atMost: 1_000_000)) { rate in
      runs += 1
      return try measure(rate, cost: 20_000, stopAfter: runs == 3 ? 50 : .max)
    }
    #expect(sweep.isInterrupted)
    #expect(sweep.steps.map(\.isInterrupted) == [false, false, true])
    #expect(sweep.knee == .unknown(kept: 2000, failed: nil))
    #expect(sweep.nextRate == nil)
    var stopped = LoadSweep(sweep.objectives, RateSearch(from: 1, within: 1...2))
    stopped.interrupt()
    #expect(stopped.isInterrupted)
    #expect(stopped.steps.isEmpty)
  }

  @Test("JSON to the letter")
  func json() throws {
    let sweep = try sweep(
      LatencyObjective(.p99, atMost: 25_000),
      range: 1000...1000
    ) { try measure($0, cost: 20_000) }
    let times = """
      {
              "p50": 20015,
              "p90": 20015,
              "p99": 20015,
              "p999": null,
              "p9999": null,
              "max": 20015
            }
      """
    #expect(
      SweepSummary(
        sweep: sweep,
        arrivals: "constant",
        durationNanoseconds: 1_000_000_000,
        context: ExportContext(
          program: "k 1",
          recording: "walk.mcap",
          app: "DeviceCatalog",
          digest: ""
        )
      ).json == """
        {
          "schema": "kymograph.sweep/1",
          "interrupted": false,
          "recording": "walk.mcap",
          "inputDigest": null,
          "app": "DeviceCatalog",
          "mode": null,
          "machine": null,
          "arrivals": "constant",
          "durationNanoseconds": 1000000000,
          "resolution": 0.05,
          "attempts": 1,
          "objectives": [
            {
              "command": null,
              "percentile": "p99",
              "limitNanoseconds": 25000
            }
          ],
          "knee": {
            "kind": "atLeast",
            "rate": 1000,
            "failedRate": null
          },
          "steps": [
            {
              "rate": 1000,
              "offeredRate": 1000,
              "achievedRate": \(999 * 1e9 / 999_020_000),
              "valid": true,
              "interrupted": false,
              "kept": true,
              "offered": true,
              "reasons": [],
              "count": 1000,
              "responseNanoseconds": \(times),
              "commands": [
                {
                  "name": "accel",
                  "count": 1000,
                  "responseNanoseconds": \(times.split(separator: "\n").joined(separator: "\n    "))
                }
              ]
            }
          ]
        }

        """
    )
  }

  @Test("A former sweep is read back, and compared within its resolution")
  func baseline() throws {
    let objective = LatencyObjective(.p99, atMost: 25_000)
    func sweep(cost: Int64) throws -> LoadSweep {
      try self.sweep(objective) { try measure($0, cost: cost) }
    }
    let context = ExportContext(
      program: "k 1",
      recording: "walk.mcap",
      inputDigest: "d",
      app: "DeviceCatalog",
      digest: ""
    )
    let former = try sweep(cost: 20_000)
    var summary = SweepSummary(
      sweep: former,
      arrivals: "constant",
      durationNanoseconds: 1_000_000_000,
      context: context
    )
    let json = summary.json
    let baseline = try SweepBaseline(json: json, name: "before.json")
    #expect(baseline.rate == former.knee.rate && baseline.isBounded)
    #expect(baseline.points.count == former.steps.count)
    let kept = former.curve.filter { $0.rate <= former.knee.rate ?? 0 }
    let curve = baseline.curve(.p99, of: "accel")
    #expect(curve.prefix(kept.count).map(\.0) == kept.map(\.offeredRate))
    #expect(
      curve.prefix(kept.count).map(\.1) == kept.compactMap { $0.response(of: "accel")?.p99 }
    )
    func words(_ sweep: LoadSweep) -> String { sweep.comparison(with: baseline) { "\(Int($0))" } }
    let knee = Int(try #require(former.knee.rate))
    #expect(words(former) == "\(knee) in before.json, now 0.0 %, within the resolution of 5 %")
    // A sixth less in a second.
    let slower = words(try sweep(cost: 24_000))
    #expect(slower.hasPrefix("\(knee) in before.json, now -"))
    #expect(slower.hasSuffix("beyond the resolution of 5 %"))
    summary.baseline = baseline
    let junit = JUnitExport.text(of: .sweep(summary))
    #expect(junit.contains("; baseline: ") && junit.contains(" in before.json, now 0.0 %"))
    let bounded = try self.sweep(objective, range: 1000...8000) { try measure($0, cost: 20_000) }
    #expect(words(bounded) == "\(knee) in before.json, so how they differ is not known")

    let subject = BenchSubject(
      recording: "other.mcap",
      inputDigest: "d",
      app: "DeviceCatalog",
      mode: nil
    )
    #expect(baseline.difference(from: subject, [objective]) == nil)
    let other = LatencyObjective(.p50, atMost: 1000, of: "accel")
    #expect(
      baseline.difference(from: subject, [other])
        == "its objective is p99=25000ns, not accel:p50=1000ns"
    )
    for (text, part) in [
      ("{}", "its schema is none"), (json.replacingFirst("\"knee\"", "\"k\""), "'knee' is missing"),
      (json.replacingFirst("kymograph.sweep/1", "kymograph.bench/9"), "'kymograph.bench/9'"),
      (json.replacingFirst("\"p99\",", "\"p98\","), "'percentile' is missing or wrong"),
    ] {
      do {
        _ = try SweepBaseline(json: text, name: "b")
        Issue.record("\(part) was read")
      } catch { #expect("\(error)".contains(part)) }
    }
  }
}

extension String {
  /// With something in the place of the first of something else.
  fileprivate func replacingFirst(_ old: String, _ new: String) -> String {
    guard let range = firstRange(of: old) else { return self }
    return self[..<range.lowerBound] + new + self[range.upperBound...]
  }
}

extension Histogram {
  /// The highest value of the bucket of `value`, in the histograms of load runs.
  fileprivate static func bucket(_ value: Int64) -> Int64 {
    LoadRun.makeHistogram().layout.highestEquivalent(of: value)
  }
}
