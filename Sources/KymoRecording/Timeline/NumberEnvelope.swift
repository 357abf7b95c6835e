/// The least and the greatest of a number in each column of a time line.
public struct NumberEnvelope: Sendable {
  /// The least number of each column; infinite where there is none.
  public private(set) var lowest: [Double]
  /// The greatest number of each column; minus infinity where there is none.
  public private(set) var highest: [Double]

  /// Starts without numbers.
  public init(columns: Int) {
    lowest = Array(repeating: .infinity, count: columns)
    highest = Array(repeating: -.infinity, count: columns)
  }

  /// The largest magnitude that is kept; what lies beyond is no measurement, and would hide all others.
  public static let limit = 1e30

  /// Adds a number; one that is not finite, or beyond the ``limit``, is left out.
  ///
  /// - Precondition: the column is one of those that there are.
  @inline(__always)
  public mutating func add(_ value: Double, at column: Int) {
    guard abs(value) <= Self.limit else { return }
    if value < lowest[column] { lowest[column] = value }
    if value > highest[column] { highest[column] = value }
  }

  /// The least and the greatest of a column; nil if it has no number.
  public func range(of column: Int) -> ClosedRange<Double>? {
    lowest[column] <= highest[column] ? lowest[column]...highest[column] : nil
  }

  /// The least and the greatest of all; nil if there is no number.
  public var range: ClosedRange<Double>? {
    guard let least = lowest.min(), let most = highest.max(), least <= most else { return nil }
    return least...most
  }
}
