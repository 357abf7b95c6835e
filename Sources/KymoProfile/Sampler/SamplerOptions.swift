/// How a ``Sampler`` looks at threads.
public struct SamplerOptions: Sendable, Equatable {
  /// How often a thread can be looked at, in times a second.
  public static var frequencies: ClosedRange<Int> { 1...20_000 }

  /// Every how many ns a thread is looked at.
  public var periodNanoseconds: Int64
  /// Where the moment of each thread's first sample is drawn from.
  public var seed: UInt64

  /// Looks so many times a second.
  ///
  /// - Parameters:
  ///   - frequency: how often, within ``frequencies``.
  ///   - seed: decides when each thread is looked at first.
  public init(frequency: Int = 1003, seed: UInt64 = 1) {
    precondition(Self.frequencies.contains(frequency), "a sampler looks 1 to 20,000 times a second")
    periodNanoseconds = Int64((1e9 / Double(frequency)).rounded())
    self.seed = seed
  }
}
