/// Something that holds or does not.
public struct Finding: Sendable, Equatable {
  /// The outcome of a test.
  public enum Outcome: Sendable, Equatable {
    /// It holds.
    case passed
    /// It does not. The kind is one word for programs; the heading comes before the text where there is room.
    case failed(kind: String, text: String, heading: String = "")
    /// Nothing is known, and that fails no job; with the reason, if there is one.
    case skipped(String? = nil)
  }

  /// The class that it belongs to: `kymo.bench.command`.
  public var group: String
  /// Its name.
  public var name: String
  /// A time that is its figure, in s; nil if it has none.
  public var seconds: Double?
  /// The outcome.
  public var outcome: Outcome
  /// Further output; nil for none.
  public var output: String?

  /// States it.
  public init(
    group: String,
    name: String,
    seconds: Double? = nil,
    outcome: Outcome = .passed,
    output: String? = nil
  ) {
    self.group = group
    self.name = name
    self.seconds = seconds
    self.outcome = outcome
    self.output = output
  }

  /// Whether it does not hold.
  public var isFailed: Bool { if case .failed = outcome { true } else { false } }
  /// Whether nothing is known.
  public var isSkipped: Bool { if case .skipped = outcome { true } else { false } }
}
