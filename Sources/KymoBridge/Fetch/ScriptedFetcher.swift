import KymoHTTP

/// A network whose servers do what a script says, on the clock of whoever asks.
///
/// The same requests at the same times give the same events, on every machine; what a server does is settled
/// when its request starts. What no rule knows is ``FetchFailure/couldNotConnect``.
public final class ScriptedFetcher: Fetcher {
  /// The rules of the servers.
  public let script: FetchScript
  /// How much is taken on.
  public let limits: FetchLimits
  /// How many requests have been started whose last event was not taken.
  public private(set) var inFlight = 0
  /// How many requests were started.
  public private(set) var started: UInt32 = 0
  /// The notices still to come; the next one lies last.
  private var agenda: [FetchNotice] = []
  /// How often each rule has answered.
  private var uses: [Int]
  private var shortener: URLShortener?

  /// Makes a network that nobody has used.
  public init(_ script: FetchScript, limits: FetchLimits = FetchLimits()) {
    self.script = script
    self.limits = limits
    uses = Array(repeating: 0, count: script.rules.count)
    shortener = script.shortener.map { URLShortener(limit: $0.limit) }
  }

  /// Starts a request, whose events are settled with that.
  ///
  /// - Complexity: O(rules + events), those that wait included.
  @discardableResult
  public func start(_ request: FetchRequest, at now: Int64) -> FetchID {
    started &+= 1
    let id = FetchID(rawValue: started)
    var answer = Answer(id: id, time: now)
    if inFlight >= limits.requests {
      answer.add(.failure(.tooManyRequests))
    } else {
      do throws(FetchFailure) {
        try run(request, into: &answer)
      } catch {
        answer.add(.failure(error))
      }
    }
    inFlight += 1
    for notice in answer.notices { insert(notice) }
    return id
  }

  /// Takes a request back.
  @discardableResult
  public func cancel(_ id: FetchID, at now: Int64) -> Bool {
    let count = agenda.count
    agenda.removeAll { $0.id == id }
    guard agenda.count < count else { return false }
    insert(FetchNotice(id, at: now, .failure(.cancelled)))
    return true
  }

  /// The next event.
  public var next: FetchMoment? { agenda.last.map { FetchMoment($0) } }

  /// Takes the next event out, if it is due.
  public func take(upTo now: Int64) -> FetchNotice? {
    guard let notice = agenda.last, notice.time <= now else { return nil }
    agenda.removeLast()
    if notice.event.isLast { inFlight -= 1 }
    return notice
  }

  // MARK: What servers do

  /// The events of one request.
  private struct Answer {
    let id: FetchID
    var time: Int64
    var notices: [FetchNotice] = []

    mutating func wait(_ nanoseconds: Int64) {
      let (sum, overflow) = time.addingReportingOverflow(nanoseconds)
      time = overflow ? .max : sum
    }

    mutating func add(_ event: FetchEvent) { notices.append(FetchNotice(id, at: time, event)) }
  }

  /// Follows a request to the server that answers it.
  private func run(_ request: FetchRequest, into answer: inout Answer) throws(FetchFailure) {
    guard request.isSound else { throw .badRequest }
    var url = try FetchURL(request.url)
    var method = request.method
    var redirects = 0
    while true {
      let steps = steps(for: url, method)
      guard let (status, target) = try redirect(steps, request, into: &answer) else {
        return try perform(steps, url, redirects, into: &answer)
      }
      redirects += 1
      guard redirects <= limits.redirects else { throw .tooManyRedirects }
      let fragment = url.fragment
      url = try url.resolving(target)
      if url.fragment == nil { url.fragment = fragment }
      method = FetchRequest.method(method, after: status)
    }
  }

  /// Returns the steps that the server of an address takes.
  private func steps(for url: FetchURL, _ method: String) -> [FetchStep] {
    let text = url.textToSend
    for (index, rule) in script.rules.enumerated() where rule.applies(to: text, method) {
      if let times = rule.times, uses[index] >= times { continue }
      uses[index] += 1
      return rule.steps
    }
    if let service = script.shortener, let steps = shorten(url, service) { return steps }
    return [FetchStep(.fail(.couldNotConnect), after: script.unreachableNanoseconds)]
  }

  /// Returns the steps that the shortening service takes; nil if the address is not one of its own.
  private func shorten(_ url: FetchURL, _ service: FetchScript.Shortener) -> [FetchStep]? {
    let path = url.path
    if url.authority == service.server.lowercased(), path.hasPrefix(URLShortener.path) {
      let answer = shortener?.answer(
        path: Array(path.utf8)[...],
        query: Array((url.query ?? "").utf8)[...],
        base: service.base
      )
      guard let answer else { return nil }
      let fields = [HTTPField("Content-Type", "text/plain; charset=us-ascii")]
      return [
        FetchStep(.respond(answer.status, fields), after: service.delayNanoseconds),
        FetchStep(.send(Array(answer.text.utf8))), FetchStep(.end),
      ]
    }
    guard url.textToSend.hasPrefix(service.base),
      let long = shortener?.url(for: String(url.textToSend.dropFirst(service.base.count)))
    else { return nil }
    // A header is ASCII: what was shortened as it was typed is escaped.
    let target = PercentEscapes.encode(long, keeping: PercentEscapes.isVisible)
    return [FetchStep(.redirect(302, target), after: service.delayNanoseconds)]
  }

  /// Where the server leads to, if it does, and if that is followed.
  private func redirect(
    _ steps: [FetchStep],
    _ request: FetchRequest,
    into answer: inout Answer
  ) throws(FetchFailure) -> (status: Int, target: String)? {
    guard let step = steps.first, case .redirect(let status, let target) = step.action else {
      return nil
    }
    switch request.redirects {
    case .deliver: return nil
    case .follow:
      answer.wait(step.delayNanoseconds)
      return (status, target)
    case .refuse:
      answer.wait(step.delayNanoseconds)
      throw .redirected
    }
  }

  /// Makes events of the steps, up to the end of the answer.
  private func perform(
    _ steps: [FetchStep],
    _ url: FetchURL,
    _ redirects: Int,
    into answer: inout Answer
  ) throws(FetchFailure) {
    var bytes = 0
    for step in steps {
      answer.wait(step.delayNanoseconds)
      switch step.action {
      case .respond(let status, let fields):
        bytes = 0
        let head = FetchResponse(status, fields: fields, url: url.text, redirects: redirects)
        answer.add(.response(head))
      case .redirect(let status, let target):
        let fields = [HTTPField("Location", target)]
        let head = FetchResponse(status, fields: fields, url: url.text, redirects: redirects)
        answer.add(.response(head))
        return answer.add(.end)
      case .send(let data):
        if data.isEmpty { continue }
        bytes += data.count
        guard bytes <= limits.bodyBytes else { throw .tooLong }
        answer.add(.data(data))
      case .end: return answer.add(.end)
      case .fail(let failure): throw failure
      }
    }
    answer.add(.end)
  }

  /// Puts a notice behind those of its time.
  private func insert(_ notice: FetchNotice) {
    var (low, high) = (0, agenda.count)
    while low < high {
      let middle = (low + high) / 2
      if agenda[middle].time <= notice.time { high = middle } else { low = middle + 1 }
    }
    agenda.insert(notice, at: low)
  }
}
