public import KymoBench

/// The result of a load over HTTP.
public struct HTTPLoadResult {
  /// The times and counts, as of a load of the dispatcher: the response counts from the intended start, the
  /// service from when the request was sent; the status is `failed` for replies of 400 and above.
  public let load: LoadResult
  /// How many replies have each status, those of the warm-up among them; in the order of the statuses.
  public internal(set) var statuses: [(status: Int, count: Int)] = []
  /// The requests that were sent and have no reply, by the reason.
  public internal(set) var failures = ClientFailures()
  /// How many requests were due and never sent: no connection was free, or could be made.
  public internal(set) var neverSent = 0
  /// How many requests were sent, and had no reply when the run was over.
  public internal(set) var unanswered = 0
  /// How many requests had to wait for a connection when they were due.
  public internal(set) var waited = 0
  /// How many connections there were.
  public internal(set) var connections = 0
  /// How many connections were made again, by who had closed them.
  public internal(set) var reopened: [ConnectionClosing: Int] = [:]
  /// How often that could not be done, by the reason.
  public internal(set) var reopenFailures = ClientFailures()
  /// How many requests were sent a second time, as the server had just closed the connection.
  public internal(set) var retried = 0
  /// How many requests were sent, the second ones included.
  public internal(set) var sent = 0
  /// How many replies came.
  public internal(set) var replies = 0
  /// How many bytes of bodies came.
  public internal(set) var bodyBytes: Int64 = 0
}
