/// Stacks laid over each other: what begins alike is one node.
///
/// Nodes are in an array, a node after its parent, so that no walk needs recursion: stacks of files can
/// be deep.
struct StackTree: Sendable {
  /// The kind of thing that a node stands for.
  enum Kind: UInt8, Sendable {
    case root, thread, command, function, waiting
  }

  struct Node: Sendable {
    var name: String
    var kind: Kind
    /// The node below; the root is its own.
    var parent: Int
    /// How many nodes lie below.
    var depth: Int
    /// How many samples there were, here and above.
    var count = 0
    /// The quantity that its width stands for: ns, or samples if those have no times.
    var weight = 0
    /// In the order of their names.
    var children: [Int] = []
    /// Whether a script engine has taken these samples itself, in runs of their own.
    var isOfScripts = false
  }

  /// The name of the root.
  static let rootName = "all"
  /// The name on top of a stack that waited in the kernel.
  static let waitingName = "[waiting]"

  /// The root first.
  private(set) var nodes: [Node]
  /// Whether weights are ns.
  let hasTimes: Bool
  /// The weight of the samples that a script engine has taken itself.
  private var scriptWeight = 0

  private struct Key: Hashable {
    var parent: Int
    var name: String
  }

  /// Lays the stacks of a profile over each other: thread, command, functions.
  init(_ profile: Profile) {
    hasTimes = profile.hasTimes
    nodes = [Node(name: Self.rootName, kind: .root, parent: 0, depth: 0)]
    var places: [Key: Int] = [:]
    for sample in profile.samples {
      let weight = hasTimes ? Int(sample.nanoseconds) : sample.count
      var node = 0
      nodes[0].count += sample.count
      nodes[0].weight += weight
      func enter(_ name: String, _ kind: Kind) {
        let key = Key(parent: node, name: name)
        if let place = places[key] {
          node = place
        } else {
          var child = Node(name: name, kind: kind, parent: node, depth: nodes[node].depth + 1)
          child.isOfScripts =
            node == 0 ? name == Profile.scriptThread : nodes[node].isOfScripts
          nodes.append(child)
          nodes[node].children.append(nodes.count - 1)
          node = nodes.count - 1
          places[key] = node
        }
        nodes[node].count += sample.count
        nodes[node].weight += weight
      }
      for (name, kind) in Self.entries(sample, of: profile) { enter(name, kind) }
    }
    let scripts = nodes[0].children.filter { nodes[$0].isOfScripts }
    scriptWeight = scripts.reduce(0) { $0 + nodes[$1].weight }
    for index in nodes.indices where nodes[index].children.count > 1 {
      let children = nodes[index].children.sorted { nodes[$0].name < nodes[$1].name }
      nodes[index].children = children
    }
  }

  /// Returns the entries that a sample consists of from the root on, without the root.
  static func entries(_ sample: ProfileSample, of profile: Profile) -> [(String, Kind)] {
    var entries: [(String, Kind)] = []
    let thread = profile.threads[sample.thread].name
    // Folded stacks have no threads and commands of their own: those are frames like others there.
    if !thread.isEmpty { entries.append((FoldedStacks.name(thread), .thread)) }
    if let command = sample.command { entries.append((FoldedStacks.name(command), .command)) }
    for frame in sample.stack {
      entries.append((FoldedStacks.name(profile.frames[frame].name), .function))
    }
    if sample.isWaiting { entries.append((waitingName, .waiting)) }
    return entries
  }

  /// All nodes, each before its children, and those by name.
  var walk: [Int] {
    var order: [Int] = []
    order.reserveCapacity(nodes.count)
    var open = [0]
    while let node = open.popLast() {
      order.append(node)
      open += nodes[node].children.reversed()
    }
    return order
  }

  /// The names from the root to a node, without the root.
  func path(to node: Int) -> [String] {
    var names: [String] = []
    var node = node
    while node != 0 {
      names.append(nodes[node].name)
      node = nodes[node].parent
    }
    return names.reversed()
  }

  /// Returns a node's share of all that the same sampler has seen, 0 to 1; that of the root is 1.
  ///
  /// The work that a script engine has seen of its own functions the other one may have seen in
  /// other runs: no sum of both is a whole.
  func share(_ node: Int) -> Double {
    let whole = nodes[0].weight
    let seen = nodes[node].isOfScripts ? scriptWeight : whole - (node == 0 ? 0 : scriptWeight)
    return Double(nodes[node].weight) / Double(max(1, seen))
  }
}
