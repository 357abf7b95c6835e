import KymoCore
import KymoRecording

/// The median magnitude of the first 100,000 accelerations of a file.
struct MedianMagnitude {
  private var squares: [Double] = []
  private var count = 0

  /// Takes further rows.
  mutating func learn(from rows: [AccelerationRow]) {
    for row in rows.prefix(100_000 - count) {
      let value = row.acceleration
      let square = value.x * value.x + value.y * value.y + value.z * value.z
      if square.isFinite { squares.append(square) }
    }
    count = min(100_000, count + rows.count)
  }

  /// The median; NaN if there is none.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is at most 100,000.
  var median: Double {
    let sorted = squares.sorted()
    return sorted.isEmpty ? .nan : sorted[sorted.count / 2].squareRoot()
  }
}
