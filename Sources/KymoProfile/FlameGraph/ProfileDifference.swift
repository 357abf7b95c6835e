import KymoText

/// The changes from one profile to a later one; shares of the time are compared, so that runs may differ in
/// length.
public struct ProfileDifference: Sendable {
  /// The name of the earlier profile.
  public let beforeName: String
  /// The name of the later profile.
  public let afterName: String
  /// All functions that either profile has, by how much their own time changed, the largest change first.
  public let functions: [FunctionChange]

  let before: StackTree
  let after: StackTree
  /// For each node of the later tree the one of the earlier tree that it corresponds to; -1 for none.
  private let twins: [Int]

  /// Compares two profiles.
  ///
  /// Frames correspond if the names from the root on are the same. If either profile has no times, as
  /// folded stacks have none, samples are counted in both. If either does not know the names of handlers, as one of a
  /// former version does not, all functions are compared by the names that their symbols have.
  ///
  /// - Parameters:
  ///   - before: the baseline.
  ///   - after: what is drawn.
  /// - Throws: what is wrong with either, or that it has no samples.
  public init(before: Profile, after: Profile) throws(ProfileError) {
    for profile in [before, after] {
      try profile.check()
      if profile.samples.isEmpty { throw .nothingToShow(format: .svg, needs: "samples") }
    }
    let (before, after) = (before.named(like: after), after.named(like: before))
    let haveTimes = before.hasTimes && after.hasTimes
    beforeName = before.name
    afterName = after.name
    self.before = StackTree(haveTimes ? before : before.untimed)
    self.after = StackTree(haveTimes ? after : after.untimed)
    twins = Self.twins(of: self.after, in: self.before)
    functions = FunctionChange.all(
      before: haveTimes ? before : before.untimed,
      after: haveTimes ? after : after.untimed
    )
  }

  private static func twins(of tree: StackTree, in other: StackTree) -> [Int] {
    var twins = [Int](repeating: -1, count: tree.nodes.count)
    twins[0] = 0
    for node in tree.walk where twins[node] >= 0 {
      var names: [String: Int] = [:]
      for child in other.nodes[twins[node]].children { names[other.nodes[child].name] = child }
      for child in tree.nodes[node].children {
        twins[child] = names[tree.nodes[child].name] ?? -1
      }
    }
    return twins
  }

  /// How a node of the later tree changed.
  func change(of node: Int) -> ShareChange {
    let twin = twins[node]
    return change(before: twin < 0 ? nil : before.nodes[twin], after: after.nodes[node])
  }

  private func change(before old: StackTree.Node?, after new: StackTree.Node?) -> ShareChange {
    ShareChange(
      before: (old?.weight ?? 0, old?.count ?? 0),
      ofBefore: (before.nodes[0].weight, before.nodes[0].count),
      after: (new?.weight ?? 0, new?.count ?? 0),
      ofAfter: (after.nodes[0].weight, after.nodes[0].count)
    )
  }

  /// The largest change of those nodes that have more of the time, or less.
  func largestChange(of nodes: [Int]) -> Double {
    nodes.lazy.map { change(of: $0) }
      .filter { $0.verdict == .grew || $0.verdict == .shrank }
      .map { abs($0.change) }.max() ?? 0
  }

  /// Returns the text of a title: both shares, and what to make of them.
  func figures(_ node: Int) -> String { Self.figures(change(of: node)) }

  static func figures(_ change: ShareChange) -> String {
    "\(FlameQuantity.percent(change.before)) before (\(samples(change.countBefore))), "
      + "\(FlameQuantity.percent(change.after)) now (\(samples(change.countAfter))): "
      + "\(FlameQuantity.points(change.change)) points, "
      + (change.verdict == .withinError
        ? change.verdict.rawValue
        : "\(change.verdict.rawValue) (sampling error \(FlameQuantity.percent(change.error)))")
  }

  /// How many samples both have.
  var sizes: String {
    "\(Self.samples(before.nodes[0].count)) before, \(Self.samples(after.nodes[0].count)) now"
  }

  private static func samples(_ count: Int) -> String {
    "\(NumberText.grouped(count)) sample\(count == 1 ? "" : "s")"
  }

  /// The lowest nodes of the earlier tree that the later one lacks, and how they changed.
  var vanished: [(node: Int, change: ShareChange)] {
    var isKept = [Bool](repeating: false, count: before.nodes.count)
    for twin in twins where twin >= 0 { isKept[twin] = true }
    return before.walk.filter { !isKept[$0] && isKept[before.nodes[$0].parent] }
      .map { ($0, change(before: before.nodes[$0], after: nil)) }
  }
}

extension Profile {
  /// The same samples without times, for what compares them with others that have none.
  fileprivate var untimed: Profile {
    var profile = self
    for index in samples.indices { profile.samples[index].nanoseconds = 0 }
    return profile
  }
}
