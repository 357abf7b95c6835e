/// The acts of a person and the phone on a page: those that wait for its next turn, and what came of the others.
public struct PageInputs: Sendable {
  /// An act that the page did not feel.
  public struct Missed: Sendable, Equatable {
    /// The act.
    public var input: PageInput
    /// Why the page did not feel it, as a clause.
    public var reason: String
  }

  /// How many that were missed are kept.
  static var keptCount: Int { 1000 }

  /// When the page was loaded first, in logical ns.
  public let start: Int64
  /// Whether the phone has a button to go back.
  public let hasBackButton: Bool
  /// How many acts of each kind the page felt, by name.
  public private(set) var counts: [String: UInt64] = [:]
  /// The first that it did not feel.
  public private(set) var missed: [Missed] = []
  /// How many it did not feel.
  public private(set) var missedCount: UInt64 = 0
  /// Whether the app is in the background.
  var isPaused = false
  private var waiting = WaitingLine<PageInput>()

  /// None yet.
  ///
  /// - Parameters:
  ///   - start: when the page is loaded, in logical ns.
  ///   - hasBackButton: whether the phone has a button to go back.
  public init(from start: Int64 = 0, hasBackButton: Bool = true) {
    self.start = start
    self.hasBackButton = hasBackButton
  }

  /// How many acts the page felt.
  public var count: UInt64 { counts.values.reduce(0, +) }

  /// When the next act waits for the page, in ns; nil if none does.
  var nextDue: Int64? { waiting.isEmpty ? nil : waiting.first?.time }

  /// Lets an act wait for the page's next turn.
  mutating func put(_ input: PageInput) { waiting.append(input) }

  /// Takes the next act at or before a time; nil if there is none.
  mutating func take(upTo time: Int64) -> PageInput? {
    guard let due = nextDue, due <= time else { return nil }
    return waiting.popFirst()
  }

  /// Counts an act that the page felt.
  mutating func note(_ input: PageInput) { counts[input.kind.name, default: 0] += 1 }

  /// Counts an act that it did not feel.
  mutating func miss(_ input: PageInput, _ reason: String) {
    missedCount += 1
    if missed.count < Self.keptCount { missed.append(Missed(input: input, reason: reason)) }
  }
}
