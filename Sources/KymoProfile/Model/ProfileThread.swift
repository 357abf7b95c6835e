/// A thread that was sampled or timed.
public struct ProfileThread: Sendable, Equatable {
  /// Its work, such as `dispatcher`.
  public var name: String
  /// Its number in the kernel.
  public var identifier: Int

  /// A thread.
  public init(name: String, identifier: Int) {
    self.name = name
    self.identifier = identifier
  }
}
