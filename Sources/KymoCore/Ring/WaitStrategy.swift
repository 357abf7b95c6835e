/// How a thread waits for the other end of a ring.
public enum WaitStrategy: Sendable {
  /// Look again at once, for ever: the shortest latency, at the price of a whole core.
  case spin
  /// Look again 1,024 times, then give the core away between looks.
  case spinThenYield
  /// Spin, yield, then sleep for 50 µs between looks: for long waits on machines with few cores.
  case park
  /// Sleep for 200 µs at once: for who has all the time in the world, and must take none from others.
  case nap
}
