/// The state that all connections of a capture share: counts, limits, and what is kept in all.
final class StreamTally {
  let limits: ReassemblyLimits
  var counts = CaptureCounts()
  /// How many bytes wait above holes.
  var heldBytes = 0
  /// How many bytes are kept to compare with.
  var recentBytes = 0
  /// The first holes.
  private(set) var holes: [StreamHole] = []
  /// How many bytes the holes have in all.
  private(set) var missingBytes: UInt64 = 0
  /// The first overlaps that differ.
  private(set) var differences: [OverlapDifference] = []
  /// The first findings.
  private(set) var findings: [HTTPFinding] = []
  /// The exchanges that are finished, in the order in which they were.
  var exchanges: [HTTPExchange] = []
  /// How parsers of HTTP are set up.
  let configuration: UnsafeHTTPConfiguration
  /// Whether bodies are kept, or only counted.
  let keepsBodies: Bool

  init(_ limits: ReassemblyLimits, keepsBodies: Bool) {
    self.limits = limits
    self.keepsBodies = keepsBodies
    configuration = UnsafeHTTPConfiguration(headerBytes: limits.headerBytes)
  }

  func add(_ hole: StreamHole) {
    counts.add(.hole)
    missingBytes &+= UInt64(hole.length)
    if holes.count < limits.namedEvents { holes.append(hole) }
  }

  func add(_ difference: OverlapDifference) {
    counts.add(.differingOverlap)
    if differences.count < limits.namedEvents { differences.append(difference) }
  }

  func add(_ finding: HTTPFinding) {
    counts.add(finding.note)
    if findings.count < limits.namedEvents { findings.append(finding) }
  }
}
