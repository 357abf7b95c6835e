/// Two measurements of one quantity, made one right after the other.
///
/// The state of the machine in the meantime (its clock rate, its neighbours, its temperature) is
/// the same for both, and falls out of the ratio.
public struct MeasuredPair: Sendable, Equatable {
  /// Of the build that is compared with.
  public var base: Double
  /// Of the build that is judged.
  public var head: Double

  /// Joins two measurements.
  ///
  /// - Precondition: both are above 0 and finite.
  public init(base: Double, head: Double) {
    precondition(base > 0 && head > 0 && base.isFinite && head.isFinite, "no ratio")
    self.base = base
    self.head = head
  }

  /// Above 1 where HEAD has more.
  public var ratio: Double { head / base }
}
