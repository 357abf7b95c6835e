import KymoText

/// The quantities that a title states of a node: samples, time, share.
struct FlameQuantity {
  private let tree: StackTree

  init(_ tree: StackTree) { self.tree = tree }

  func figures(_ node: Int) -> String {
    let count = tree.nodes[node].count
    var parts = ["\(NumberText.grouped(count)) sample\(count == 1 ? "" : "s")"]
    if tree.hasTimes {
      let time = Int64(tree.nodes[node].weight)
      parts.append(QuantityText(isUnicode: true).duration(nanoseconds: time))
    }
    parts.append(Self.percent(tree.share(node)))
    return parts.joined(separator: ", ")
  }

  /// A share with two decimals: `12.34 %`.
  static func percent(_ share: Double) -> String {
    NumberText.fixed(100 * share, decimals: 2) + " %"
  }

  /// A change of a share in percentage points, with its sign: `+1.20`.
  static func points(_ change: Double) -> String {
    (change >= 0 ? "+" : "\u{2212}") + NumberText.fixed(abs(100 * change), decimals: 2)
  }
}
