public import KymoBridge
import KymoHTTP

/// A network over libcurl: real servers, `http` and `https` only.
///
/// Nothing waits unless it is told to: ``take(upTo:)`` looks what has come, and stamps it with the time that it is
/// given. So what happens, and when, is not the same twice; a session that is to be replayed records the events.
///
///     let fetcher = CurlFetcher()
///     let id = fetcher.start(FetchRequest("http://127.0.0.1:8080/"), at: now)
///     while fetcher.inFlight > 0 {
///       fetcher.wait(milliseconds: 100)
///       for notice in fetcher.advance(to: now) { … }
///     }
///
/// Redirects are followed by the same rules as those of a `ScriptedFetcher`; `Authorization` and `Cookie` are
/// not taken along to another server. One thread uses a fetcher.
public final class CurlFetcher: Fetcher {
  /// A request under way.
  private struct Fetch {
    let id: FetchID
    let request: FetchRequest
    var url: FetchURL
    var method: String
    var fields: [HTTPField]
    var body: [UInt8]
    var redirects = 0
    var head = CurlHead()
    /// Where the answer that is coming leads.
    var target: FetchURL?
    /// Why nothing will come of it, although the answer is still under way.
    var failure: FetchFailure?
    var transfer: UnsafeCurlTransfer

    /// Asks another address from now on.
    mutating func follow(to target: FetchURL, status: Int) {
      let own = FetchRequest.method(method, after: status)
      if own != method { body = [] }
      if target.authority != url.authority || target.scheme != url.scheme {
        fields.removeAll { ["authorization", "cookie"].contains($0.name.lowercased()) }
      }
      (url, method, head, self.target) = (target, own, CurlHead(), nil)
      redirects += 1
    }
  }

  /// How much is taken on, and how long it is waited.
  public let limits: CurlLimits
  private let network = UnsafeCurlNetwork()
  private var fetches: [Fetch] = []
  private var notices: [FetchNotice] = []
  private var started: UInt32 = 0

  /// Makes a network without requests.
  public init(limits: CurlLimits = CurlLimits()) { self.limits = limits }

  /// How many requests have been started whose last event was not taken.
  public private(set) var inFlight = 0

  /// Starts a request.
  @discardableResult
  public func start(_ request: FetchRequest, at now: Int64) -> FetchID {
    started &+= 1
    let id = FetchID(rawValue: started)
    inFlight += 1
    do throws(FetchFailure) {
      // One more than there is room for is refused, and is in flight until that was told.
      guard fetches.count < limits.fetch.requests else { throw .tooManyRequests }
      guard request.isSound else { throw .badRequest }
      let url = try FetchURL(request.url)
      let transfer = try begin(url, request.method, request.fields, request.body)
      fetches.append(
        Fetch(
          id: id,
          request: request,
          url: url,
          method: request.method,
          fields: request.fields,
          body: request.body,
          transfer: transfer
        )
      )
    } catch { notices.append(FetchNotice(id, at: now, .failure(error))) }
    return id
  }

  /// Takes a request back.
  @discardableResult
  public func cancel(_ id: FetchID, at now: Int64) -> Bool {
    let waiting = notices.count
    notices.removeAll { $0.id == id }
    guard let place = fetches.firstIndex(where: { $0.id == id }) else {
      guard notices.count < waiting else { return false }
      notices.append(FetchNotice(id, at: now, .failure(.cancelled)))
      return true
    }
    end(place, .failure(.cancelled), at: now)
    return true
  }

  /// The next event that has come and was not taken.
  public var next: FetchMoment? { notices.first.map { FetchMoment($0) } }

  /// Takes the next event out; if there is none, looks what has come by now.
  public func take(upTo now: Int64) -> FetchNotice? {
    if notices.isEmpty { receive(at: now) }
    guard let notice = notices.first, notice.time <= now else { return nil }
    notices.removeFirst()
    if notice.event.isLast { inFlight -= 1 }
    return notice
  }

  /// Waits until something may have come, at most so many ms, 0 and up; not at all if an event can be taken.
  public func wait(milliseconds: Int) {
    if notices.isEmpty { network?.wait(milliseconds: Int32(clamping: max(0, milliseconds))) }
  }

  // MARK: Transfers

  private func begin(
    _ url: FetchURL,
    _ method: String,
    _ fields: [HTTPField],
    _ body: [UInt8]
  ) throws(FetchFailure) -> UnsafeCurlTransfer {
    // libcurl sends a field without a value only if it is written so, and none of its own if told so.
    var lines = fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    for name in ["Expect", "Content-Type"] where fields.value(of: name) == nil {
      lines.append(name + ":")
    }
    let transfer = UnsafeCurlTransfer(
      url: url.textToSend,
      method: method,
      lines: lines,
      body: body,
      limits: limits
    )
    guard let transfer, network?.add(transfer) == true else { throw .couldNotConnect }
    return transfer
  }

  /// Takes what has come from the network.
  private func receive(at now: Int64) {
    guard let network else { return }
    let ended = network.perform()
    for place in fetches.indices { takePieces(place, at: now) }
    for (transfer, code) in ended {
      guard let place = fetches.firstIndex(where: { $0.transfer === transfer }) else { continue }
      finish(place, code, at: now)
    }
  }

  private func takePieces(_ place: Int, at now: Int64) {
    for piece in fetches[place].transfer.take() {
      switch piece {
      case .line(let line):
        if fetches[place].head.add(line) { takeHead(place, at: now) }
      case .data(let bytes):
        if fetches[place].target == nil {
          notices.append(FetchNotice(fetches[place].id, at: now, .data(bytes)))
        }
      }
    }
  }

  /// The head of an answer is whole: it leads elsewhere, or is the response.
  private func takeHead(_ place: Int, at now: Int64) {
    let fetch = fetches[place]
    let status = fetch.head.status ?? 0
    if fetch.request.redirects != .deliver, [301, 302, 303, 307, 308].contains(status),
      let target = fetch.head.fields.value(of: "Location")
    {
      do throws(FetchFailure) {
        guard fetch.request.redirects == .follow else { throw .redirected }
        guard fetch.redirects < limits.fetch.redirects else { throw .tooManyRedirects }
        fetches[place].target = try fetch.url.resolving(target)
      } catch {
        fetches[place].failure = error
      }
      return
    }
    let head = FetchResponse(
      status,
      fields: fetch.head.fields,
      url: fetch.url.text,
      redirects: fetch.redirects
    )
    notices.append(FetchNotice(fetch.id, at: now, .response(head)))
  }

  /// A transfer has ended.
  private func finish(_ place: Int, _ code: Int32, at now: Int64) {
    let fetch = fetches[place]
    if let failure = fetch.failure { return end(place, .failure(failure), at: now) }
    guard code == 0 else {
      let failure = fetch.transfer.isTooLong ? FetchFailure.tooLong : FetchFailure(curl: code)
      return end(place, .failure(failure), at: now)
    }
    guard var target = fetch.target else { return end(place, .end, at: now) }
    if target.fragment == nil { target.fragment = fetch.url.fragment }
    network?.remove(fetch.transfer)
    let status = fetch.head.status ?? 0
    fetches[place].follow(to: target, status: status)
    let next = fetches[place]
    do throws(FetchFailure) {
      fetches[place].transfer = try begin(next.url, next.method, next.fields, next.body)
    } catch { end(place, .failure(error), at: now) }
  }

  /// Nothing more comes of a request.
  private func end(_ place: Int, _ event: FetchEvent, at now: Int64) {
    let fetch = fetches.remove(at: place)
    network?.remove(fetch.transfer)
    notices.append(FetchNotice(fetch.id, at: now, event))
  }
}
