import Glibc

/// How many times as many runs to simulate as usual: `KYMOGRAPH_SIMULATIONS`, or else 1.
///
/// SAFETY: `getenv` hands out a string that is copied at once; no test changes the environment.
func simulationFactor() -> Int {
  guard let value = unsafe getenv("KYMOGRAPH_SIMULATIONS") else { return 1 }
  return unsafe Int(String(cString: value)) ?? 1
}
