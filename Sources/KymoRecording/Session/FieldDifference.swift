/// A field in which a replay differs from its recording, and how often.
public struct FieldDifference: Sendable, Equatable {
  /// Which field, such as `reply.x`, `outcome.status` or `metadata.events`.
  public var path: String
  /// How many messages differ in it.
  public var count: UInt64
  /// The largest distance between the two, of a number of the reply; nil for any other field, and infinite if
  /// one of the two is no number.
  public var largest: Double?

  /// Names a field and a count.
  public init(path: String, count: UInt64, largest: Double? = nil) {
    self.path = path
    self.count = count
    self.largest = largest
  }
}
