public import KymoCore

/// The digests of a run: one over everything in order, and one for each source.
///
/// If the total differs and every source's agrees, only the order between sources has changed.
public struct TraceDigest: Sendable, Equatable {
  /// How many steps went in.
  public var count: UInt64 = 0
  /// The chained digest over all steps; 0 before the first.
  public var total: UInt64 = 0
  /// The digest of each source's own steps, by its number.
  var sources: [256 of UInt64] = .init(repeating: 0)

  /// The digest of nothing.
  public init() {}

  /// The digest over the steps of one source; 0 if it had none.
  public func digest(of source: SourceID) -> UInt64 { sources[Int(source.rawValue)] }

  /// Adds a step.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - outcome: what became of it; a text reply with its hash.
  ///   - message: the bytes that it refers to; empty if its kind has none.
  /// - Returns: the new total.
  /// - Complexity: O(1); three XXH3 hashes of 120, 24 and 16 bytes, and one of the message.
  public mutating func add(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    message: RawSpan
  ) -> UInt64 {
    let content = UnsafeTraceHash.content(event, outcome, message)
    total = UnsafeTraceHash.chain(total, count, content)
    let source = Int(event.source.rawValue)
    sources[source] = UnsafeTraceHash.chain(sources[source], content)
    count &+= 1
    return total
  }

  /// Whether all counts and digests agree.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.count == right.count, left.total == right.total else { return false }
    for source in left.sources.indices where left.sources[source] != right.sources[source] {
      return false
    }
    return true
  }

  /// The hash of a text, for chains of others.
  package static func hash(_ bytes: RawSpan) -> UInt64 { UnsafeTraceHash.text(bytes) }

  /// A link of a chain of others: over the link before, a number, and what is added.
  package static func chain(_ previous: UInt64, _ number: UInt64, _ content: UInt64) -> UInt64 {
    UnsafeTraceHash.chain(previous, number, content)
  }

  /// A digest as it is printed and stored: 16 hexadecimal digits.
  public static func text(_ digest: UInt64) -> String {
    let digits = String(digest, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
