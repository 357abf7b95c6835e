import KymoMCAP

/// The place of a recording in a session that one run has written into several files, one after the other.
///
/// Its steps are numbered on, its digests cover all steps of the session so far, and the app has the state that the
/// parts before have brought it to: whoever replays it to compare replays those first.
public struct SessionPart: Sendable, Equatable {
  /// The number of the part, from 1.
  public var number: Int
  /// How many steps the parts before have together.
  public var stepsBefore: UInt64
  /// How many inputs that no handler was to see they have.
  public var passedBefore: UInt64
  /// The digest over the steps of the parts before.
  public var digestBefore: UInt64

  /// The first part.
  public init() { self.init(number: 1, stepsBefore: 0, passedBefore: 0, digestBefore: 0) }

  init(number: Int, stepsBefore: UInt64, passedBefore: UInt64, digestBefore: UInt64) {
    self.number = number
    self.stepsBefore = stepsBefore
    self.passedBefore = passedBefore
    self.digestBefore = digestBefore
  }

  /// The beginning of the names of all pairs that speak of the place in a series, in both metadata records.
  static var prefix: String { "part" }

  /// The pairs of the metadata record.
  var entries: MCAPStringMap {
    [
      Self.prefix: String(number),
      "part/steps_before": String(stepsBefore),
      "part/passed_before": String(passedBefore),
      "part/digest_before": TraceDigest.text(digestBefore),
    ]
  }

  /// Reads the pairs; nil of a recording that is no part, or does not say where it goes on.
  init?(_ map: MCAPStringMap) {
    guard let number = map[Self.prefix].flatMap({ Int($0) }), number > 0,
      let steps = map["part/steps_before"].flatMap({ UInt64($0) }),
      let passed = map["part/passed_before"].flatMap({ UInt64($0) }),
      let digest = map["part/digest_before"].flatMap({ UInt64($0, radix: 16) })
    else { return nil }
    self.init(
      number: number,
      stepsBefore: steps,
      passedBefore: passed,
      digestBefore: digest
    )
  }
}
