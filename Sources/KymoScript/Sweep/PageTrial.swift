/// The result of one run of a page, as far as it is compared with another.
public struct PageTrial: Sendable, Equatable {
  /// The digest over all outcomes.
  public var digest: UInt64
  /// The lines that the page has shown.
  public var lines: [String]
  /// How many exceptions nobody caught.
  public var uncaught: UInt64 = 0
  /// The first of them.
  public var firstUncaught: String?
  /// Why the run could not go on; nil if it could, or was interrupted.
  public var failure: String?
  /// Whether every message is accounted for.
  public var isBalanced = true
  /// How many messages crossed the bridge.
  public var messages: UInt64

  /// A run in which nothing went wrong.
  public init(digest: UInt64, lines: [String], messages: UInt64) {
    self.digest = digest
    self.lines = lines
    self.messages = messages
  }

  /// Takes the result of a run that is over.
  ///
  /// - Parameters:
  ///   - link: the page's end.
  ///   - digest: over all outcomes.
  ///   - lines: what the page has shown.
  public init(_ link: PageLink, digest: UInt64, lines: [String]) {
    self.init(digest: digest, lines: lines, messages: link.traffic.ledger.sent)
    uncaught = link.exceptions.count
    firstUncaught = link.exceptions.first.map { "\($0)" }
    failure = link.wasInterrupted ? nil : link.failure.map { "\($0)" }
    isBalanced = link.traffic.ledger.isBalanced
  }

  /// The effect of a fault that was made in this run, and not in another.
  ///
  /// - Returns: the effect, and more of it in words; an empty text if there is no more to say.
  public func effect(against reference: PageTrial) -> (effect: PageFaultEffect, text: String) {
    if let failure { return (.failed, failure) }
    if !isBalanced { return (.unaccounted, "a message is not accounted for") }
    if uncaught > reference.uncaught { return (.uncaught, firstUncaught ?? "") }
    let isSame = digest == reference.digest && lines == reference.lines
    return (isSame ? .none : .different, "")
  }
}
