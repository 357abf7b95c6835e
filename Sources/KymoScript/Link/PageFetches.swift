import KymoBridge

/// The fetches of a page from servers: its requests, and the notices of a script of servers about them.
public struct PageFetches {
  /// How many requests to files and servers the page has made.
  public private(set) var count: UInt64 = 0
  private let fetcher: ScriptedFetcher
  private var underWay: [(id: FetchID, number: Double)] = []

  /// No requests yet.
  init(_ script: FetchScript) { fetcher = ScriptedFetcher(script) }

  /// When the next notice is due, in ns; nil if there is none.
  var nextDue: Int64? { fetcher.nextDue }

  /// Counts a request, whoever answers it.
  mutating func note() { count += 1 }

  /// Whether a rule says what becomes of a request.
  func knows(_ request: WebRequest) -> Bool {
    fetcher.script.rules.contains { $0.applies(to: request.url, request.method) }
  }

  /// Sends a request to its server.
  mutating func start(_ request: WebRequest, at time: Int64) {
    let fetch = FetchRequest(
      request.url,
      method: request.method,
      fields: .list(json: request.fields),
      body: request.body
    )
    underWay.append((fetcher.start(fetch, at: time), request.number))
  }

  /// Takes a request back, if it is under way: the page hears no more of it.
  mutating func cancel(_ number: Double, at time: Int64) {
    guard let place = underWay.firstIndex(where: { $0.number == number }) else { return }
    fetcher.cancel(underWay[place].id, at: time)
    underWay.remove(at: place)
  }

  /// Takes all requests back, since their page is gone.
  mutating func cancelAll(at time: Int64) {
    for fetch in underWay { fetcher.cancel(fetch.id, at: time) }
    underWay = []
  }

  /// The next notice that is due, with the number that the page knows its request by; nil if none is.
  mutating func take(upTo time: Int64) -> (number: Double, event: FetchEvent)? {
    while let notice = fetcher.take(upTo: time) {
      guard let place = underWay.firstIndex(where: { $0.id == notice.id }) else { continue }
      let number = underWay[place].number
      if notice.event.isLast { underWay.remove(at: place) }
      return (number, notice.event)
    }
    return nil
  }
}
