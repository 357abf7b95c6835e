public import KymoCore

/// How a recording is replayed; none of it changes the digest.
public struct ReplayOptions: Sendable {
  /// How fast.
  public var speed = ReplaySpeed.maximum
  /// The clock that times the waits; unused at maximum speed.
  public var clock: any NanosecondClock = MonotonicClock()
  /// How long the player waits between two events at most, in ns; nil for as long as was recorded.
  ///
  /// Recordings have gaps of hours. A shortened gap moves everything after it and changes no digest.
  public var maximumGapNanoseconds: Int64?
  /// Through how many rings the events go, in turn, in 1...64.
  public var rings = 1
  /// How many events the rings hold together at least: by default those of two chunks, so that one is read while
  /// another is dispatched.
  public var ringCapacity = 32_768
  /// A mistake to put in, or nil.
  public var fault: ReplayFault?
  /// The seed of short pauses at random moments, each below 1 ms; nil for none.
  ///
  /// The results of an app must not depend on when an event comes, but only on what came before.
  public var pauseSeed: UInt64?
  /// Asked now and then on the playing thread; true ends the replay early.
  public var shouldStop: @Sendable () -> Bool = { false }

  /// Maximum speed, one ring of 32,768 events.
  public init() {}
}
