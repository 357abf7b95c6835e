/// A source of pages and data from servers for an app: the network behind a web view, a connection, an
/// XMLHttpRequest.
///
/// Nobody is called back. Whoever asks says what time it is, and takes the events that have happened by then:
///
///     let id = fetcher.start(FetchRequest("http://example.org/"), at: now)
///     …
///     while let notice = fetcher.take(upTo: now) { … }
///
/// The time is logical, in ns. A ``ScriptedFetcher`` knows all events beforehand, so that ``next`` is when to
/// ask again; a fetcher with a real network knows only what has arrived. One thread uses a fetcher.
public protocol Fetcher: AnyObject {
  /// Starts a request.
  ///
  /// A fault in it is told as an event, too.
  ///
  /// - Parameters:
  ///   - request: what is asked.
  ///   - now: the time in logical ns, not before that of an earlier call.
  /// - Returns: the name of the request.
  @discardableResult
  func start(_ request: FetchRequest, at now: Int64) -> FetchID

  /// Takes a request back: of its events only the failure ``FetchFailure/cancelled`` is left.
  ///
  /// - Returns: whether it was in flight; nothing happens otherwise.
  @discardableResult
  func cancel(_ id: FetchID, at now: Int64) -> Bool

  /// The next event as far as it is known; nil if none is.
  var next: FetchMoment? { get }

  /// Takes the next event out, if it is due at `now` or before.
  ///
  /// Events come in the order of their times, those of one time in the order in which they came about.
  func take(upTo now: Int64) -> FetchNotice?

  /// How many requests have been started whose last event was not taken.
  var inFlight: Int { get }
}

extension Fetcher {
  /// When the next event is due, in logical ns; nil if none is known.
  public var nextDue: Int64? { next?.time }

  /// Takes all events out that are due at `now` or before.
  public func advance(to now: Int64) -> [FetchNotice] {
    var notices: [FetchNotice] = []
    while let notice = take(upTo: now) { notices.append(notice) }
    return notices
  }
}
