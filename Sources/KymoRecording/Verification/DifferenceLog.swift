import KymoCore

/// The fields in which a replay differs, in the order in which each was met first.
struct DifferenceLog {
  let tolerance: VerificationTolerance
  /// The channels of which the topics are noted; nil to note none.
  let channels: ChannelTable?
  /// Where the event came from whose step is compared; of no channel between steps.
  var source = SourceID.device
  /// The fields that differ and may not.
  private(set) var differences: [FieldDifference] = []
  /// The fields that differ and may.
  private(set) var tolerated: [FieldDifference] = []
  /// How often anything differed that may not.
  private(set) var total: UInt64 = 0

  init(_ tolerance: VerificationTolerance, channels: ChannelTable? = nil) {
    self.tolerance = tolerance
    self.channels = channels
  }

  /// Notes that a field differs; of a digest also over which steps.
  mutating func note(
    _ path: String,
    by distance: Double? = nil,
    over steps: Range<UInt64>? = nil
  ) {
    // A digest over replies that may differ says nothing once one does.
    let follows = VerificationTolerance.isDerived(path) && !tolerated.isEmpty
    let row = StepPart(path: path) == nil ? nil : channels?.row(source)
    let found = FieldDifference(
      path: path,
      count: 1,
      largest: distance,
      steps: steps,
      topics: row.map { [$0.channel.topic] } ?? []
    )
    if follows || tolerance.allows(path, distance) {
      return Self.add(found, to: &tolerated)
    }
    total += 1
    Self.add(found, to: &differences)
  }

  /// Takes what differed in the parts of the session before.
  mutating func add(_ earlier: DifferenceLog?) {
    guard let earlier else { return }
    total += earlier.total
    for found in earlier.differences { Self.add(found, to: &differences) }
    for found in earlier.tolerated { Self.add(found, to: &tolerated) }
  }

  private static func add(_ found: FieldDifference, to list: inout [FieldDifference]) {
    guard let place = list.firstIndex(where: { $0.path == found.path }) else {
      list.append(found)
      return
    }
    list[place].count += 1
    if let distance = found.largest {
      list[place].largest = max(list[place].largest ?? 0, distance)
    }
    for topic in found.topics where !list[place].topics.contains(topic) {
      list[place].topics.append(topic)
    }
  }
}
