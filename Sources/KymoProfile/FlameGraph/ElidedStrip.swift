import KymoText

/// The paths that a later profile lacks, beside each other on the scale of the graph above them.
struct ElidedStrip {
  /// In the order of their names.
  private(set) var boxes: [FlameBox] = []
  /// The note on what the strip is, and what it leaves out.
  let note: String

  /// A strip for a graph that is `total` wide.
  init(_ difference: ProfileDifference, total: Int) {
    let vanished = difference.vanished
    let tree = difference.before
    let scale = Double(total) / Double(max(1, tree.nodes[0].weight))
    var start = 0
    var narrow = 0
    for (node, change) in vanished {
      let width = Int((Double(tree.nodes[node].weight) * scale).rounded(.down))
      guard width > 0, change.before >= FlameGraph.narrowest else {
        narrow += 1
        continue
      }
      boxes.append(
        FlameBox(
          name: tree.nodes[node].name,
          figures: "\(ProfileDifference.figures(change)); path: \(Self.path(tree, node))",
          look: change.verdict == .gone ? "gone" : "same",
          start: start,
          width: width,
          level: 0
        )
      )
      start += width
    }
    let share = vanished.reduce(0) { $0 + $1.change.before }
    var note =
      "Elided: \(vanished.count) path\(vanished.count == 1 ? "" : "s") of the earlier profile "
      + "\(vanished.count == 1 ? "is" : "are") not here, "
      + "\(FlameQuantity.percent(share)) of its time; on the scale of the graph"
    if narrow > 0 { note += ", without \(NumberText.grouped(narrow)) narrower than 0.1 %" }
    self.note = note
  }

  /// The last frames of the way to a node.
  private static func path(_ tree: StackTree, _ node: Int) -> String {
    let names = tree.path(to: node)
    let last = names.suffix(8).map(FlameBox.shortened)
    return (names.count > last.count ? ["\u{2026}"] + last : last).joined(separator: " > ")
  }
}
