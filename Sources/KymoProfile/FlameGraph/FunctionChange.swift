import KymoText

/// How the time of a function changed, wherever it was called from.
public struct FunctionChange: Sendable, Equatable {
  /// The function.
  public let name: String
  /// Its own time, without what it called.
  public let own: ShareChange
  /// Its time with all that it called.
  public let whole: ShareChange

  /// Whether it has nothing to show of its own, then or now: a share that two decimals write as 0.
  package var isNothing: Bool { max(own.before, own.after) < 0.00005 }

  private struct Cost {
    var own = (weight: 0, count: 0)
    var whole = (weight: 0, count: 0)
  }

  /// The functions of two profiles, by the size of the change of their own time and then by name.
  static func all(before: Profile, after: Profile) -> [FunctionChange] {
    let (old, oldSum) = costs(before)
    let (new, newSum) = costs(after)
    return Set(old.keys).union(new.keys).map { name in
      let (was, now) = (old[name] ?? Cost(), new[name] ?? Cost())
      return FunctionChange(
        name: name,
        own: ShareChange(before: was.own, ofBefore: oldSum, after: now.own, ofAfter: newSum),
        whole: ShareChange(before: was.whole, ofBefore: oldSum, after: now.whole, ofAfter: newSum)
      )
    }.sorted { one, other in
      let (a, b) = (abs(one.own.change), abs(other.own.change))
      return a == b ? one.name < other.name : a > b
    }
  }

  /// Of each function its costs, and those of all samples.
  ///
  /// The frames of folded stacks count as functions, whatever they are.
  private static func costs(
    _ profile: Profile
  ) -> (functions: [String: Cost], sum: (weight: Int, count: Int)) {
    var costs: [String: Cost] = [:]
    var sum = (weight: 0, count: 0)
    let hasTimes = profile.hasTimes
    let names = profile.frames.map { FoldedStacks.name($0.name) }
    for sample in profile.samples {
      let weight = hasTimes ? Int(sample.nanoseconds) : sample.count
      sum.weight += weight
      sum.count += sample.count
      for name in Set(sample.stack.map { names[$0] }) {
        costs[name, default: Cost()].whole.weight += weight
        costs[name, default: Cost()].whole.count += sample.count
      }
      guard let last = sample.stack.last else { continue }
      costs[names[last], default: Cost()].own.weight += weight
      costs[names[last], default: Cost()].own.count += sample.count
    }
    return (costs, sum)
  }

  /// A table for a terminal, in characters of ASCII where names are.
  ///
  /// - Parameters:
  ///   - changes: the functions, as ``ProfileDifference/functions`` has them; those without a time of their own are
  ///     left out.
  ///   - maximumRows: how many are shown; a line says how many are not.
  /// - Returns: lines, each with its end.
  public static func table(_ changes: [FunctionChange], maximumRows: Int) -> String {
    let changes = changes.filter { !$0.isNothing }
    var text = "  before     now  points  own time of\n"
    for change in changes.prefix(maximumRows) {
      let points = FlameQuantity.points(change.own.change).replacing("\u{2212}", with: "-")
      text += (percent(change.own.before)).paddedLeft(to: 8)
      text += (percent(change.own.after)).paddedLeft(to: 8)
      text += points.paddedLeft(to: 8)
      text += "  \(FlameBox.shortened(change.name)), \(change.own.verdict.rawValue)\n"
    }
    let left = changes.count - min(changes.count, maximumRows)
    if left > 0 { text += "  and \(NumberText.grouped(left)) more\n" }
    return text
  }

  /// A share with two decimals, as the table has it.
  package static func percent(_ share: Double) -> String {
    NumberText.fixed(100 * share, decimals: 2) + "%"
  }
}
