import KymoMCAP

/// The description of a session that several recordings make together.
///
/// What all say that say something about it stays. Of what they say differently, origin and device are joined, and what
/// readers need to interpret numbers becomes unknown; rules for calls and choices about the device must agree.
struct MergedDescription {
  /// The pairs; nil if no recording describes itself.
  private(set) var map: MCAPStringMap?
  /// The keys of which recordings said different things, in their order.
  private(set) var differing: [String] = []

  private let names: [String]
  private let roots: [Set<String>]

  /// Prepares for recordings of these names, that come from these files.
  init(_ names: [String], roots: [Set<String>]) {
    self.names = names
    self.roots = roots
  }

  /// Puts the descriptions together.
  ///
  /// - Throws: ``EditingError/source(_:_:)`` for the first that cannot be.
  mutating func merge(_ maps: [MCAPStringMap?]) throws(EditingError) {
    let all = maps.enumerated().compactMap { index, map in map.map { (index, $0) } }
    guard !all.isEmpty else { return }
    var merged = MCAPStringMap()
    var keys: [String] = []
    for (_, map) in all {
      for entry in map.entries where !keys.contains(entry.key) { keys.append(entry.key) }
    }
    for key in keys {
      if key.hasPrefix("lost_before/") {
        merged[key] = String(losses(key, all))
      } else if let value = try value(key, all) {
        merged[key] = value
      }
    }
    map = merged
  }

  private mutating func value(
    _ key: String,
    _ maps: [(file: Int, map: MCAPStringMap)]
  ) throws(EditingError) -> String? {
    var values: [(file: Int, value: String)] = []
    for (file, map) in maps {
      if let value = map[key], !values.contains(where: { $0.value == value }) {
        values.append((file, value))
      }
    }
    guard values.count > 1 else { return values.first?.value }
    if key.hasPrefix("bridge_") || key.hasPrefix("choice/") {
      throw .source(
        values[1].file,
        .content(
          "it says \(values[1].value) for \(key), and \(names[values[0].file]) says "
            + "\(values[0].value): no replay could be as both"
        )
      )
    }
    if key == "clock" { return values[0].value }
    differing.append(key)
    return switch key {
    case "origin", "device":
      values.map(\.value).filter { !$0.isEmpty }.joined(separator: "; ")
    case "gravity", "altitude_datum", "accuracy_confidence": "unknown"
    default: nil
    }
  }

  /// How many events were lost at a place: once for parts of one file.
  private func losses(_ key: String, _ maps: [(file: Int, map: MCAPStringMap)]) -> UInt64 {
    var groups: [(roots: Set<String>, count: UInt64)] = []
    for (file, map) in maps {
      let count = map[key].flatMap { UInt64($0) } ?? 0
      if let place = groups.firstIndex(where: { !$0.roots.isDisjoint(with: roots[file]) }) {
        groups[place].roots.formUnion(roots[file])
        groups[place].count = max(groups[place].count, count)
      } else {
        groups.append((roots[file], count))
      }
    }
    return groups.reduce(0) { $0 &+ $1.count }
  }
}
