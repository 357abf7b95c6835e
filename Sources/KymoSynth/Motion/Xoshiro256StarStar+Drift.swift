import Glibc  // For the linker: an unoptimised square root is a call into libm.
import KymoCore

extension Xoshiro256StarStar {
  /// The next value of noise that forgets itself within `memory` seconds; standard deviation 1.
  mutating func drift(_ last: Double, seconds: Double, memory: Double) -> Double {
    let kept = seconds < memory ? 1 - seconds / memory : 0
    return kept * last + (1 - kept * kept).squareRoot() * noise()
  }
}
