/// The account that a thread's sampler gives of itself.
struct SamplerAccount: Sendable, Equatable {
  /// How many times its timer fired by the clock.
  var due = 0
  /// How many times the handler ran.
  var handled = 0
  /// How many expiries were folded into those.
  var overruns = 0
  /// How many samples found no room.
  var dropped = 0

  static func += (account: inout Self, other: Self) {
    account.due += other.due
    account.handled += other.handled
    account.overruns += other.overruns
    account.dropped += other.dropped
  }
}
