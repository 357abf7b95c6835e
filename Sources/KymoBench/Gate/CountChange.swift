/// A function of which HEAD executes more or fewer instructions than BASE.
public struct CountChange: Sendable, Equatable {
  /// Its name, short.
  public let name: String
  /// How many of its own instructions BASE executes for each event, or each call of a handler.
  public let base: Double
  /// How many HEAD does.
  public let head: Double

  /// States a change.
  public init(name: String, base: Double, head: Double) {
    self.name = name
    self.base = base
    self.head = head
  }

  /// How many more HEAD executes; negative if fewer.
  public var difference: Double { head - base }
}
