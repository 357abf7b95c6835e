public import KymoBridge

/// The wishes that an ``AppSession`` is asked to meet.
public struct AppSessionWishes: Sendable, Equatable {
  /// Where everything random starts.
  public var seed: UInt64
  /// The length in ns, 0 to ``AppSession/maximumNanoseconds``.
  public var durationNanoseconds: Int64
  /// Accelerometer samples per second, 0.001...100,000.
  public var accelerometerHertz: Double
  /// Whose rules the page keeps.
  public var mode: CallMode

  /// Asks for a session.
  public init(
    seed: UInt64,
    durationNanoseconds: Int64,
    accelerometerHertz: Double,
    mode: CallMode
  ) {
    self.seed = seed
    self.durationNanoseconds = durationNanoseconds
    self.accelerometerHertz = accelerometerHertz
    self.mode = mode
  }
}
