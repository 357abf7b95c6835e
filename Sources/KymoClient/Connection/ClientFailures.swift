/// Requests without a reply or a connection, by the reason, with the first of each in full.
public struct ClientFailures: Sendable {
  /// A reason.
  public struct Entry: Sendable {
    /// The first error of it.
    public let first: ClientError
    /// Whether requests of it had gone, wholly or in part.
    public let wasSent: Bool
    /// Of which request the first one was, in the order of the list or of the plan, from 0.
    public let request: Int
    /// On which connection.
    public let connection: Int
    /// How many there are.
    public internal(set) var count: Int
  }

  private struct Key: Hashable {
    var reason: ClientError.Reason
    var wasSent: Bool
  }

  /// How many reasons are told apart; what comes with yet another is counted as others.
  public static let limit = 256

  /// The reasons, in the order of their first errors.
  public private(set) var entries: [Entry] = []
  /// How many have a reason beyond those that are told apart.
  public private(set) var others = 0
  private var places: [Key: Int] = [:]

  /// Of nothing.
  public init() {}

  /// How many there are in all.
  public var total: Int { entries.reduce(others) { $0 + $1.count } }

  /// Whether there is none.
  public var isEmpty: Bool { entries.isEmpty }

  /// Counts one.
  ///
  /// - Parameters:
  ///   - error: what went wrong.
  ///   - wasSent: whether the request had gone, wholly or in part.
  ///   - request: which it was, from 0.
  ///   - connection: on which connection.
  public mutating func add(_ error: ClientError, wasSent: Bool, request: Int, connection: Int) {
    let key = Key(reason: error.reason, wasSent: wasSent)
    if let place = places[key] {
      entries[place].count += 1
    } else if entries.count < Self.limit {
      places[key] = entries.count
      entries.append(
        Entry(first: error, wasSent: wasSent, request: request, connection: connection, count: 1)
      )
    } else {
      others += 1
    }
  }
}
