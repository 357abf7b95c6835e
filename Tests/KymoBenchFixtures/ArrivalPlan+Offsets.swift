public import KymoBench

extension ArrivalPlan {
  /// When all events are due, in ns.
  public var offsets: [Int64] { Array(self) }
}
