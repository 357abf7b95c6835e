/// The rectangle that holds all points of a plot, and where in a grid a value falls.
package struct PlotBounds: Equatable, Sendable {
  package private(set) var minimumX: Double
  package private(set) var maximumX: Double
  package private(set) var minimumY: Double
  package private(set) var maximumY: Double

  /// The bounds of `points`, or `nil` if there are none.
  package init?(_ points: [PlotPoint]) {
    guard let first = points.first else { return nil }
    (minimumX, maximumX) = (first.x, first.x)
    (minimumY, maximumY) = (first.y, first.y)
    for point in points {
      minimumX = min(minimumX, point.x)
      maximumX = max(maximumX, point.x)
      minimumY = min(minimumY, point.y)
      maximumY = max(maximumY, point.y)
    }
  }

  /// The column from the left.
  package func column(of x: Double, in count: Int) -> Int {
    Self.place(x, from: minimumX, to: maximumX, in: count)
  }

  /// The row from the top.
  package func row(of y: Double, in count: Int) -> Int {
    count - 1 - Self.place(y, from: minimumY, to: maximumY, in: count)
  }

  private static func place(_ value: Double, from low: Double, to high: Double, in count: Int)
    -> Int
  {
    // Halved, because the width of the widest range is not a finite number.
    let width = high / 2 - low / 2
    guard width > 0 else { return count / 2 }
    let share = (value / 2 - low / 2) / width
    return min(count - 1, max(0, Int((share * Double(count - 1)).rounded())))
  }
}
