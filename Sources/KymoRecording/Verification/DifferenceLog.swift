/// The fields in which a replay differs, in the order in which each was met first.
struct DifferenceLog {
  let tolerance: VerificationTolerance
  /// What differs.
  private(set) var differences: [FieldDifference] = []
  /// What differs and may.
  private(set) var tolerated: [FieldDifference] = []
  /// How often anything differed that may not.
  private(set) var total: UInt64 = 0

  init(_ tolerance: VerificationTolerance) { self.tolerance = tolerance }

  /// Notes that a field differs; of a digest also over which steps.
  mutating func note(
    _ path: String,
    by distance: Double? = nil,
    over steps: Range<UInt64>? = nil
  ) {
    // A digest over replies that may differ says nothing once one does.
    let follows = VerificationTolerance.isDerived(path) && !tolerated.isEmpty
    if follows || tolerance.allows(path, distance) {
      return Self.add(path, distance, steps, to: &tolerated)
    }
    total += 1
    Self.add(path, distance, steps, to: &differences)
  }

  private static func add(
    _ path: String,
    _ distance: Double?,
    _ steps: Range<UInt64>?,
    to list: inout [FieldDifference]
  ) {
    guard let place = list.firstIndex(where: { $0.path == path }) else {
      list.append(FieldDifference(path: path, count: 1, largest: distance, steps: steps))
      return
    }
    list[place].count += 1
    if let distance { list[place].largest = max(list[place].largest ?? 0, distance) }
  }
}
