import KymoBridge
import KymoCore
import KymoSynth

/// Somebody who rings a bell twice in a round, and in every sixteenth round more often than the queue holds.
struct RingingScript: PageScript {
  static let page = "bell"

  private var random: Xoshiro256StarStar
  private var rounds = 0
  private(set) var isInRound = false

  init(seed: UInt64, mode: CallMode) { random = Xoshiro256StarStar(seed: seed, stream: 200) }

  mutating func pause() -> Int64 { Int64(random.integer(80...320)) * 1_000_000 }

  mutating func acknowledgement() -> Int64 { Int64(random.integer(4...40)) * 1_000_000 }

  mutating func next() -> [SyntheticCall] {
    isInRound.toggle()
    guard isInRound else { return [.url("call?cmd=ring")] }
    rounds += 1
    let rings = rounds % 16 == 8 ? 80 : 1
    return (0..<rings).map { .call("ring", "\($0 + random.integer(0...9))") }
  }
}
