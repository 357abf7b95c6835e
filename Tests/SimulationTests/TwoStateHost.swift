import Glibc
import KymoCore

import KymoBench

/// A machine on which everything is now fast, now slow, whatever runs on it; the same for the same seed.
struct TwoStateHost {
  /// How long a state lasts on average, in s.
  let dwellSeconds: Double
  /// How many times as long everything takes in the slow state, back to back.
  let slowness: Double
  private var random: SplitMix64
  private var isSlow = false
  private var end = 0.0
  private var latest: Int64 = 0

  init(dwellSeconds: Double, slowness: Double = 1.4, seed: UInt64) {
    self.dwellSeconds = dwellSeconds
    self.slowness = slowness
    random = SplitMix64(seed: seed)
  }

  /// How many times as long something takes at a time, in ns after the start of a gate.
  mutating func factor(for method: GateMethod, at nanoseconds: Int64) -> Double {
    // The next gate begins at 0 again.
    if nanoseconds < latest { end = 0 }
    latest = nanoseconds
    let now = Double(nanoseconds) / 1e9
    while end <= now {
      isSlow.toggle()
      end += -log(random.nextUnit()) * dwellSeconds
    }
    guard isSlow else { return 1 }
    return method.load == nil ? slowness : 2 * slowness
  }
}
