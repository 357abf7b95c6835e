/// Where the intended starts of a plan come from; what a report says about the load.
public enum Arrivals: Sendable, Equatable, CustomStringConvertible {
  /// The recording's own timing, scaled so that the mean rate is this, in events/s.
  case recorded(rate: Double)
  /// The recording's own timing, this many times as fast.
  case recordedAtSpeed(Double)
  /// One event every 1/rate s.
  case constant(rate: Double)
  /// Independent, exponentially distributed gaps of mean 1/rate s.
  case poisson(rate: Double, seed: UInt64)
  /// `size` events at once, and then a pause, so that the mean rate is this, in events/s.
  ///
  /// The pauses are equal without a seed, else independent and exponentially distributed.
  case bursts(rate: Double, size: Int, seed: UInt64?)
  /// A rate that goes in a straight line from one to another, in events/s.
  case ramp(from: Double, to: Double)
  /// All at the start, for runs without a schedule.
  case immediate
  /// The plan of another process, in its words.
  case reported(String)

  /// The arrivals in words.
  public var description: String {
    switch self {
    case .recorded(let rate): "recorded timing scaled to \(rate) events/s"
    case .recordedAtSpeed(let speed): "recorded timing at \(speed)x"
    case .constant(let rate): "constant, \(rate) events/s"
    case .poisson(let rate, let seed): "Poisson, \(rate) events/s, seed \(seed)"
    case .ramp(let first, let last): "ramp from \(first) to \(last) events/s"
    case .immediate: "back to back"
    case .bursts(let rate, let size, let seed):
      "bursts of \(size), \(rate) events/s" + (seed.map { ", random pauses, seed \($0)" } ?? "")
    case .reported(let text): text
    }
  }
}
