/// A point of a ``NinesCurve``.
package struct NinesPoint: Equatable, Sendable {
  /// The number of nines: 0 for the minimum, 1 for the 90th percentile, 2 for the 99th.
  package var nines: Double
  /// The value there, in ns.
  package var value: Int64
}
