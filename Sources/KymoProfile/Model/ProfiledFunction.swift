/// In how many samples a function was found.
public struct ProfiledFunction: Sendable, Equatable {
  /// The function.
  public var frame: ProfileFrame
  /// How many samples fell into it.
  public var ownCount = 0
  /// How many fell into it or into what it called.
  public var count = 0

  /// A function that no sample fell into yet.
  public init(frame: ProfileFrame) { self.frame = frame }
}
