/// A field in which a replay differs from its recording, and how often.
public struct FieldDifference: Sendable, Equatable {
  /// Which field, such as `reply.x`, `outcome.status` or `metadata.events`.
  public var path: String
  /// How many messages differ in it.
  public var count: UInt64
  /// The largest distance between the two, of a number of the reply; nil for any other field, and infinite if
  /// one of the two is no number.
  public var largest: Double?
  /// Of a digest, the steps that it covers, from 0, and so where the difference is; nil for any other field.
  ///
  /// Of several digests they are the steps of the first.
  public var steps: Range<UInt64>?
  /// The topics of the channels whose steps differ in it, in the order in which each was met first; empty of a
  /// field that belongs to no step, and where two recordings are compared.
  public var topics: [String]

  /// Names a field and a count.
  public init(
    path: String,
    count: UInt64,
    largest: Double? = nil,
    steps: Range<UInt64>? = nil,
    topics: [String] = []
  ) {
    self.path = path
    self.count = count
    self.largest = largest
    self.steps = steps
    self.topics = topics
  }
}
