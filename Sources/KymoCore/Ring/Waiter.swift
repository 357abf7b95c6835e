/// The state of one wait: how long it has gone on decides what to do between two looks.
public struct Waiter: ~Copyable {
  /// Looks before the core is given away.
  public static var spins: Int { 1024 }
  /// Looks before a parking waiter goes to sleep.
  public static var yields: Int { 64 }
  /// How long a parking waiter sleeps, in ns.
  public static var sleepNanoseconds: Int { 50_000 }
  /// How long a napping waiter sleeps, in ns.
  public static var napNanoseconds: Int { 200_000 }

  let strategy: WaitStrategy
  var looks = 0

  /// Starts a wait.
  public init(_ strategy: WaitStrategy) { self.strategy = strategy }

  /// Call this between two looks.
  public mutating func pause() {
    looks += 1
    switch strategy {
    case .spin: break
    case .spinThenYield:
      if looks > Self.spins { UnsafeSystemTime.yield() }
    case .nap: UnsafeSystemTime.sleep(nanoseconds: Self.napNanoseconds)
    case .park:
      if looks > Self.spins + Self.yields {
        UnsafeSystemTime.sleep(nanoseconds: Self.sleepNanoseconds)
      } else if looks > Self.spins {
        UnsafeSystemTime.yield()
      }
    }
  }

  /// Call this when there was something, so that the next wait starts with spinning.
  public mutating func reset() { looks = 0 }
}
