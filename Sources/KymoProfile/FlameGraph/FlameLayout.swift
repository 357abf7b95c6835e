import KymoText

/// Where the nodes of a tree lie in a flame graph; those that nobody could see are left out.
struct FlameLayout {
  struct Place {
    var node: Int
    /// Where it begins, in the unit of weights.
    var start: Int
  }

  /// Those that are drawn, each before those above it.
  private(set) var places: [Place] = []
  /// How many were too narrow, and how many stood too high.
  private(set) var narrow = 0, high = 0

  /// Places callers below what they call, neighbours by their names.
  init(_ tree: StackTree) {
    let narrowest = Double(tree.nodes[0].weight) * FlameGraph.narrowest
    var starts = [Int](repeating: 0, count: tree.nodes.count)
    for node in tree.walk {
      var start = starts[node]
      for child in tree.nodes[node].children {
        starts[child] = start
        start += tree.nodes[child].weight
      }
      if tree.nodes[node].depth >= FlameGraph.maximumRows {
        high += 1
      } else if Double(tree.nodes[node].weight) < narrowest {
        narrow += 1
      } else {
        places.append(Place(node: node, start: starts[node]))
      }
    }
  }

  /// The note on what was left out.
  var footnote: String {
    var parts: [String] = []
    if narrow > 0 { parts.append(Self.hidden(narrow, "narrower than 0.1 %")) }
    if high > 0 { parts.append(Self.hidden(high, "above row \(FlameGraph.maximumRows)")) }
    return parts.isEmpty ? "Every frame is shown." : parts.joined(separator: "; ") + "."
  }

  private static func hidden(_ count: Int, _ which: String) -> String {
    "\(NumberText.grouped(count)) frame\(count == 1 ? "" : "s") \(which) "
      + (count == 1 ? "is not shown" : "are not shown")
  }
}
