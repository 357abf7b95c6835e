/// Runs several ways of doing the same thing in turn, round after round, and prints how they compare.
///
/// The ways alternate within a round, so that a machine that speeds up or slows down does so for all of
/// them; ratios are taken within a round, and their median is what counts.
public struct Comparison {
  /// One way of doing it: a name, and a run that returns seconds.
  struct Way {
    var name: String
    var run: () -> Double
    var seconds: [Double] = []
  }

  let title: String
  private let isHere: Bool
  let operations: Double
  var ways: [Way] = []
  /// What a cache line took between the cores before each round, in ns.
  var lines: [Double] = []

  /// Compares runs of `operations` operations each.
  ///
  /// - Parameters:
  ///   - title: what is compared.
  ///   - operations: how many a run has.
  ///   - isHere: whether the work is done in this process, so that it can be profiled.
  public init(_ title: String, operations: Int, isHere: Bool = true) {
    self.isHere = isHere
    self.title = title
    self.operations = Double(operations)
  }

  /// Adds a way; the closure returns the seconds it took and must check its own result.
  public mutating func add(_ name: String, _ run: @escaping () -> Double) {
    ways.append(Way(name: name, run: run))
  }

  /// Runs `rounds` rounds after one that is not counted, and prints ns per operation and millions per
  /// second, minimum, median and maximum.
  public mutating func run(rounds: Int = 7) {
    for round in 0...rounds {
      if round > 0 { lines.append(MachineState.lineNanoseconds()) }
      for index in ways.indices {
        let seconds = ways[index].run()
        if round > 0 { ways[index].seconds.append(seconds) }
      }
    }
    print("\n\(title) (\(rounds) rounds, alternating; \(MachineState.summary(lines)))")
    for way in ways {
      let sorted = way.seconds.sorted()
      let median = sorted[sorted.count / 2]
      print(
        "  \(pad(way.name, 44)) \(fixed(median * 1e9 / operations)) ns  "
          + "\(fixed(operations / median / 1e6)) M/s  "
          + "(\(fixed(operations / sorted[sorted.count - 1] / 1e6)) to "
          + "\(fixed(operations / sorted[0] / 1e6)))"
      )
    }
  }

  /// How many times as fast as the fastest of `peers` the way `name` is: their time over its own, a value a
  /// round.
  @discardableResult
  public func speed(
    _ measure: String,
    of name: String,
    to peers: [String],
    goal: Goal = .none
  ) -> Measured {
    ratio(measure, of: name, to: peers, goal: goal) { own, fastest in fastest / own }
  }

  /// How many times as long as the fastest of `peers` the way `name` takes, a value a round.
  @discardableResult
  public func cost(
    _ measure: String,
    of name: String,
    to peers: [String],
    goal: Goal = .none
  ) -> Measured {
    ratio(measure, of: name, to: peers, goal: goal) { own, fastest in own / fastest }
  }

  /// What `divide` makes of the seconds of `name` and of the fastest of `peers`, a value a round.
  private func ratio(
    _ measure: String,
    of name: String,
    to peers: [String],
    goal: Goal,
    _ divide: (Double, Double) -> Double
  ) -> Measured {
    Measured(
      measure,
      of: name,
      to: peers,
      values: zip(seconds(of: name), fastestSeconds(of: peers)).map(divide),
      lines: lines,
      goal: goal,
      profile: { profile(measure, of: name) }
    )
  }

  /// What an operation of the way `name` takes in ns, a value a round.
  @discardableResult
  public func time(_ measure: String, of name: String, goal: Goal = .none) -> Measured {
    let values = seconds(of: name).map { $0 * 1e9 / operations }
    return Measured(
      measure,
      of: name,
      to: [],
      unit: "ns",
      values: values,
      lines: lines,
      goal: goal,
      profile: { profile(measure, of: name) }
    )
  }

  /// The way `name`.
  private func way(_ name: String) -> Way {
    guard let way = ways.first(where: { $0.name == name }) else {
      preconditionFailure("no way is named \(name)")
    }
    return way
  }

  /// The seconds of the way `name`, a value a round.
  func seconds(of name: String) -> [Double] { way(name).seconds }

  /// Where the time of the way `name` goes, if somebody wants to know.
  private func profile(_ measure: String, of name: String) -> WayProfile? {
    isHere ? WaySampler.profile(measure, of: name, way(name).run) : nil
  }

  /// The seconds of the fastest of `peers` in each round.
  func fastestSeconds(of peers: [String]) -> [Double] {
    let others = peers.map(seconds(of:))
    return (others.first ?? []).indices.map { round in others.map { $0[round] }.min() ?? 0 }
  }

  /// Prints the difference of the fastest rounds of `name` and `base` in ns per operation, and the median of
  /// the differences within a round.
  ///
  /// A neighbour on the machine can only make a round longer, and the fastest is what the code takes.
  @discardableResult
  public func difference(
    _ measure: String,
    of name: String,
    from base: String,
    goal: Goal = .none
  ) -> Measured {
    let own = seconds(of: name)
    let other = seconds(of: base)
    let fastest = ((own.min() ?? 0) - (other.min() ?? 0)) * 1e9 / operations
    print("  fastest rounds: \(trimmed(fastest)) ns apart")
    let differences = zip(own, other).map { ($0 - $1) * 1e9 / operations }
    return Measured(
      measure,
      of: name,
      to: [base],
      unit: "ns more",
      values: differences,
      lines: lines,
      goal: goal,
      profile: { profile(measure, of: name) }
    )
  }

  func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

/// A number with two decimals, right-aligned in eight columns.
func fixed(_ value: Double) -> String {
  let cents = Int((value.magnitude * 100).rounded())
  let text =
    (value < 0 ? "-" : "") + "\(cents / 100)." + (cents % 100 < 10 ? "0" : "") + "\(cents % 100)"
  return String(repeating: " ", count: max(0, 8 - text.count)) + text
}
