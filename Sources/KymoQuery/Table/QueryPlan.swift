/// A way to read a table that SQLite has chosen: which of its comparisons the table is told of.
struct QueryPlan: Equatable {
  /// A comparison with a value that is known when the reading begins.
  struct Comparison: Equatable {
    var order: QueryColumn.Order
    /// `=`, `<` or `>`.
    var sign: Character
  }

  /// The comparisons, in the order of their values.
  var comparisons: [Comparison] = []
  /// The columns that are looked at.
  var columns = UInt64.max
  /// The column by which rows must be grouped.
  var group: Int?

  /// How many rows are likely to be left of so many, and what it costs to find them.
  ///
  /// - Returns: the cost, in the time that it takes to read a row, and the rows.
  func estimate(of rows: Double) -> (cost: Double, rows: Double) {
    func has(_ orders: [QueryColumn.Order], _ sign: Character) -> Bool {
      comparisons.contains { orders.contains($0.order) && $0.sign == sign }
    }
    let times: [QueryColumn.Order] = [.nanoseconds, .seconds, .second]
    var left = rows
    // A join by steps or times of which both ascend goes on where it was.
    if has([.step], "=") { return (5, 1) }
    if has([.nanoseconds, .seconds], "=") { return (20, 2) }
    if has([.second], "=") { left = min(left, max(1, rows / 1000)) }
    for orders in [times, [.step]] {
      if has(orders, ">") { left /= 4 }
      if has(orders, "<") { left /= 4 }
    }
    return (max(left, 1) + 100, max(left, 1))
  }
}
