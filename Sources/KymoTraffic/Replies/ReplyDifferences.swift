public import KymoHTTP

/// The result of comparing replies with captured ones.
public struct ReplyDifferences {
  /// A reply, as far as a report shows it.
  public struct Shown {
    /// The status; 0 if it has none.
    public var status: Int
    /// The fields that differ.
    public var fields: [HTTPField] = []
    /// The body, decoded if that could be done; nil if the bodies are equal.
    public var body: String?
  }

  /// The first reply that differs.
  public struct First {
    /// Of the request, from 0 in the order of sending, or of dispatch.
    public var index: Int
    /// The captured exchange.
    public var connection: Int
    /// Its number on the connection, from 0.
    public var number: Int
    /// The method of the request.
    public var method: String
    /// Its target.
    public var target: String
    /// The captured text.
    public var expected: Shown
    /// The text that came; nil if there was no reply.
    public var actual: Shown?
    /// Why there was none.
    public var failure: String?

    /// The request in words: method and target.
    public var request: String { "\(method) \(target)" }
  }

  /// A captured status and the one that came.
  public struct StatusPair: Hashable, Comparable {
    /// That of the capture.
    public var captured: Int
    /// That of today.
    public var actual: Int

    /// The captured one decides.
    public static func < (left: Self, right: Self) -> Bool {
      (left.captured, left.actual) < (right.captured, right.actual)
    }
  }

  /// How many replies are equal.
  public internal(set) var equal: UInt64 = 0
  /// How many are not.
  public internal(set) var differing: UInt64 = 0
  /// How many requests have no reply, and had one in the capture.
  public internal(set) var failed: UInt64 = 0
  /// How many replies of handlers were not compared since the capture lacks theirs, or a part of it.
  public internal(set) var missing: UInt64 = 0
  /// The first reply that differs, or is not there.
  public internal(set) var first: First?
  /// How many replies of a server have a status, and had another one in the capture.
  public internal(set) var statuses: [StatusPair: UInt64] = [:]
  private var placeCounts: [String: UInt64] = [:]
  /// How a header field was spelled when it differed first, by its name in small letters.
  private var spellings: [String: String] = [:]
  private var reasons: [String: UInt64] = [:]

  /// How many replies differ in each place, the most frequent first: `status`, `header:NAME`, `json:/POINTER` or `body`.
  public var places: [(name: String, count: UInt64)] { placeCounts.byFrequency }
  /// How many replies were not compared, or not wholly, by the reason.
  public var notCompared: [(name: String, count: UInt64)] { reasons.byFrequency }

  /// Counts a place; a header field is one, in whatever letters servers write it.
  mutating func count(place: String) {
    guard place.hasPrefix("header:") else { return placeCounts[place, default: 0] += 1 }
    let small = place.lowercased()
    let spelling = spellings[small] ?? place
    spellings[small] = spelling
    placeCounts[spelling, default: 0] += 1
  }

  /// Counts a reply that is not compared.
  mutating func count(reason: String) { reasons[reason, default: 0] += 1 }
}
