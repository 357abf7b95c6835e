public import KymoCore

/// How many events ended in each of the ways in which an event can end.
@frozen public struct StatusCounts: Sendable, Equatable {
  @usableFromInline var counts: [6 of Int64] = [0, 0, 0, 0, 0, 0]

  /// All zero.
  @inlinable public init() {}

  /// The count of one status.
  @inlinable public subscript(_ status: OutcomeStatus) -> Int64 {
    get { counts[Int(status.rawValue)] }
    set { counts[Int(status.rawValue)] = newValue }
  }

  /// The sum.
  public var total: Int64 { OutcomeStatus.allCases.reduce(0) { $0 + self[$1] } }

  /// Adds the counts of `other`.
  mutating func add(_ other: StatusCounts) {
    for status in OutcomeStatus.allCases { self[status] += other[status] }
  }

  /// Whether all counts are equal.
  public static func == (left: StatusCounts, right: StatusCounts) -> Bool {
    OutcomeStatus.allCases.allSatisfy { left[$0] == right[$0] }
  }
}
