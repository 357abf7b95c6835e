import KymoBench

/// Runs a gate's own protocol against builds whose true ratio is known, on a clock that it moves itself.
struct GateSimulation {
  /// What a process takes with its start, its end and its share of the copies, in ns.
  ///
  /// Measured with Recordings/walk on two vCPUs of a Xeon: 85 ms for a run of cost, 1.07 s for one under load.
  static let costNanoseconds: Int64 = 85_000_000
  static let overheadNanoseconds: Int64 = 70_000_000
  /// What counting takes under valgrind, in ns, if both builds and the recording are there.
  static let countNanoseconds: Int64 = 60_000_000_000
  /// The default of the command line.
  static let budgetNanoseconds: Int64 = 600_000_000_000

  var configuration = GateConfiguration()
  /// How many commands there are; each is a figure of cost and one of load.
  var commands: Int
  var shape: PairNoise.Shape
  /// The figure whose ratio is not 1.
  var changed = GateMetric(command: "command 0", quantity: .cost)
  var ratio = 1.0
  var noise: PairNoise
  /// What the machine does to all processes alike; nil if it is always the same.
  var host: TwoStateHost?
  /// How much of what is added on purpose arrives, as a share; the processor does the rest beside the handlers.
  var arrivingShare = 1.0
  /// How long it may take, in ns.
  var budget = GateSimulation.budgetNanoseconds

  /// What a run came to.
  struct Result {
    var decision: GateDecision
    var measurements: GateMeasurements
    /// How long it took, in ns.
    var nanoseconds: Int64
  }

  /// Prepares to simulate runs over so many commands.
  init(commands: Int, _ shape: PairNoise.Shape, seed: UInt64) {
    self.commands = commands
    self.shape = shape
    noise = PairNoise(seed: seed)
  }

  /// One gate, from its start to its verdict.
  mutating func run() -> Result {
    var gate = GateProtocol(configuration)
    var left = budget
    var round: [GateRole: [(metric: GateMetric, value: Double)]] = [:]
    while true {
      switch gate.next(timeLeft: left) {
      case .replay(let side): gate.note(GateReplay(digest: "d", events: 50_000), of: side)
      case .count:
        left -= Self.countNanoseconds
        gate.note([CountComparison(name: "instructions", unavailable: "simulated")])
      case .run(let run):
        if !run.freshCopies.isEmpty { round = readings(run) }
        let load = run.method.load?.nanoseconds
        let took = load.map { $0 + Self.overheadNanoseconds } ?? Self.costNanoseconds
        left -= min(took, run.limitNanoseconds)
        let factor = host?.factor(for: run.method, at: budget - left) ?? 1
        // A handicap is a wait by the clock: it takes the same time in every state of the machine.
        let handicap = arrivingShare * Double(run.handicapNanoseconds)
        let figures = (round[run.role] ?? []).map {
          (metric: $0.metric, value: $0.value * factor + handicap)
        }
        let reading = GateReading(digest: "d", app: "Simulated", figures: figures)
        let outcome = took > run.limitNanoseconds ? .stopped : GateRunOutcome.valid(reading)
        gate.note(outcome, tookNanoseconds: took)
      case .done:
        return Result(
          decision: gate.measurements.decision(gate.configuration),
          measurements: gate.measurements,
          nanoseconds: budget - left
        )
      }
    }
  }

  /// What the processes of a round measure: each pair has the noise of its own.
  private mutating func readings(
    _ run: GateRun
  ) -> [GateRole: [(metric: GateMetric, value: Double)]] {
    let quantity = run.method.quantities[0]
    var figures: [GateRole: [(metric: GateMetric, value: Double)]] = [:]
    let roles = run.freshCopies
    for index in 0..<commands {
      let metric = GateMetric(command: "command \(index)", quantity: quantity)
      let base = noise.time(100, ratio: 1, .quantised(percent: 0, stepNanoseconds: 1))
      let head = noise.time(100, ratio: metric == changed ? ratio : 1, shape)
      figures[.base, default: []].append((metric, base))
      figures[.head, default: []].append((metric, head))
      guard roles.contains(.control) else { continue }
      figures[.control, default: []].append((metric, noise.time(100, ratio: 1, shape)))
      guard roles.contains(.canary) else { continue }
      figures[.canary, default: []].append((metric, noise.time(head, ratio: 1, shape)))
    }
    return figures
  }
}
