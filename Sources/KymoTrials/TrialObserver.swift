/// An observer of how a trial goes on.
///
/// Whoever wants to know less leaves a method out: it then does nothing.
public protocol TrialObserver: ~Copyable {
  /// Gets a remark for people, in a line.
  mutating func note(_ text: String)
  /// Work begins of which it can be told how far it is.
  ///
  /// - Parameters:
  ///   - title: what it is, such as `measuring cost`.
  ///   - total: how many of `unit` there are to do; nil if nobody knows.
  ///   - unit: what is counted, in the plural.
  mutating func beginProgress(_ title: String, of total: Int?, unit: String)
  /// So many units are done.
  mutating func progress(to done: Int)
  /// The work that has begun is over; without any, nothing is.
  mutating func endProgress()
}

extension TrialObserver where Self: ~Copyable {
  /// Does nothing.
  public mutating func note(_ text: String) {}
  /// Does nothing.
  public mutating func beginProgress(_ title: String, of total: Int?, unit: String) {}
  /// Does nothing.
  public mutating func progress(to done: Int) {}
  /// Does nothing.
  public mutating func endProgress() {}
}

/// Nobody: what is told is lost.
public struct SilentObserver: TrialObserver {
  /// Makes one.
  public init() {}
}
