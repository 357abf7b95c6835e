/// A time in which a thread that only wanted to wake did not get to run.
public struct Hiccup: Sendable, Equatable {
  /// When it wanted to wake, in ns after the start of the run; negative before it.
  public var startNanoseconds: Int64
  /// How late it woke, in ns.
  public var nanoseconds: Int64

  /// Says when and for how long.
  public init(startNanoseconds: Int64, nanoseconds: Int64) {
    self.startNanoseconds = startNanoseconds
    self.nanoseconds = nanoseconds
  }
}
