public import KymoBridge
import KymoHTTP

/// Loads the pages of a ``Browser`` and opens its connections: what a network does, as what delegates are told.
///
/// A page is loaded with its frames. Their starts and ends are told one by one, as a UIWebView did, that of the
/// page last; what a page contains is kept from the delegate, and what a connection gets is told piece by piece.
///
/// It has no clock: whoever uses it says what time it is, in logical ns.
public final class BrowserLoader {
  /// The purpose of a request.
  private enum Role {
    case page, frame
    case connection(Int64)
  }

  /// A page under way.
  private struct Page {
    var url: String
    var base: FetchURL?
    var isHTML = true
    var content: [UInt8] = []
    /// Its own request, until that has ended, and those of its frames.
    var main: FetchID?
    var frames: Set<FetchID> = []

    init(_ url: String) { self.url = url }

    /// The links to its frames, once it has ended.
    var links: [FetchURL] {
      guard isHTML, let base else { return [] }
      return FrameLinks.links(in: content).compactMap { try? base.resolving($0) }
    }
  }

  /// The longest page whose frames are found, in bytes.
  public static var maximumPageBytes: Int { 1 << 20 }

  /// The source of pages and data.
  public let fetcher: any Fetcher
  /// Pages that were loaded, less those that came to nothing.
  public private(set) var pages: UInt64 = 0
  private var roles: [FetchID: Role] = [:]  // Looked up, never iterated.
  private var page: Page?
  /// The events to be told before the next one of the network.
  private var ready: [(time: Int64, event: BrowserEvent)] = []

  /// Makes a loader without a page.
  public init(_ fetcher: any Fetcher) { self.fetcher = fetcher }

  // MARK: Orders

  /// Does what a browser asks for at the logical time `now`, in ns.
  public func perform(_ order: BrowserOrder, at now: Int64) {
    switch order {
    case .load(let url): load(url, at: now)
    case .connect(let connection, let url):
      let id = fetcher.start(FetchRequest(url), at: now)
      roles[id] = .connection(connection)
    case .cancel(let connection):
      let ids = roles.filter {
        if case .connection(connection) = $0.value { true } else { false }
      }.keys.sorted { $0.rawValue < $1.rawValue }
      for id in ids { end(id, at: now) }
    }
  }

  /// Loads a page in place of the one that is there, or under way.
  private func load(_ url: String?, at now: Int64) {
    guard let url else { return tell(BrowserEvent(failed: .unsupportedURL), at: now) }
    if let page {
      let frames = page.frames.sorted { $0.rawValue < $1.rawValue }
      for id in frames + (page.main.map { [$0] } ?? []) { end(id, at: now) }
      // One failure for each that had begun, the page itself last.
      for _ in 0...frames.count { tell(BrowserEvent(failed: .cancelled), at: now) }
    }
    var page = Page((try? FetchURL(url))?.text ?? url)
    tell(.didStartLoad(url: page.url), at: now)
    let id = fetcher.start(FetchRequest(page.url), at: now)
    roles[id] = .page
    page.main = id
    self.page = page
  }

  /// Ends a request, of which nothing more is told.
  private func end(_ id: FetchID, at now: Int64) {
    roles[id] = nil
    fetcher.cancel(id, at: now)
  }

  private func tell(_ event: BrowserEvent, at now: Int64) { ready.append((now, event)) }

  // MARK: What happens

  /// The next message to the delegates as far as it is known, with its time; nil if there is none.
  public var next: (time: Int64, command: BrowserCommand)? {
    keepContent()
    let notice = fetcher.next
    if let first = ready.first, first.time <= notice?.time ?? .max {
      return (first.time, first.event.command)
    }
    return notice.map { ($0.time, command(of: $0)) }
  }

  /// Takes the next event for the delegates out, if it is due at `now` or before.
  public func take(upTo now: Int64) -> BrowserEvent? {
    keepContent()
    if let first = ready.first, first.time <= fetcher.next?.time ?? .max {
      guard first.time <= now else { return nil }
      return ready.removeFirst().event
    }
    // What a real network has just brought need not be for the delegates.
    while let notice = fetcher.take(upTo: now) {
      if let event = event(notice) { return event }
    }
    return nil
  }

  /// Takes what the loader keeps to itself out of the network's events, up to the next that it does not.
  private func keepContent() {
    while let moment = fetcher.next {
      switch roles[moment.id] {
      case nil: _ = fetcher.take(upTo: moment.time)
      case .page? where moment.kind == .response || moment.kind == .data,
        .frame? where moment.kind == .response || moment.kind == .data:
        guard let notice = fetcher.take(upTo: moment.time) else { return }
        if case .page? = roles[moment.id] { keep(notice.event) }
      default: return
      }
    }
  }

  private func keep(_ event: FetchEvent) {
    switch event {
    case .response(let head):
      page?.url = head.url
      page?.base = try? FetchURL(head.url)
      let type = head.fields.value(of: "Content-Type")?.lowercased()
      page?.isHTML = type?.hasPrefix("text/html") ?? true
      page?.content = []
    case .data(let bytes):
      if (page?.content.count ?? 0) + bytes.count <= Self.maximumPageBytes {
        page?.content += bytes
      }
    default: break
    }
  }

  private func command(of moment: FetchMoment) -> BrowserCommand {
    let hasFailed = moment.kind == .failure
    switch roles[moment.id] {
    case .connection?:
      return switch moment.kind {
      case .response: .didReceiveResponse
      case .data: .didReceiveData
      case .end: .connectionDidFinishLoading
      case .failure: .connectionDidFailWithError
      }
    case .page? where !hasFailed && page?.links.isEmpty == false: return .webViewDidStartLoad
    default: return hasFailed ? .didFailLoadWithError : .webViewDidFinishLoad
    }
  }

  /// Translates an event of the network for the delegates.
  private func event(_ notice: FetchNotice) -> BrowserEvent? {
    let role = roles[notice.id]
    if notice.event.isLast { roles[notice.id] = nil }
    switch (role, notice.event) {
    case (.connection(let connection)?, let event):
      return BrowserEvent(event, connection: connection)
    case (.page?, .failure(let failure)):
      page = nil
      return BrowserEvent(failed: failure)
    case (.page?, .end):
      page?.main = nil
      for link in page?.links ?? [] {
        tell(.didStartLoad(url: page?.url ?? ""), at: notice.time)
        let id = fetcher.start(FetchRequest(link.text), at: notice.time)
        roles[id] = .frame
        page?.frames.insert(id)
      }
      if page?.frames.isEmpty == false { return ready.removeFirst().event }
      return finish()
    case (.frame?, .end), (.frame?, .failure):
      page?.frames.remove(notice.id)
      let url = page?.url ?? ""
      if page?.frames.isEmpty == true, let end = finish() { tell(end, at: notice.time) }
      if case .failure(let failure) = notice.event { return BrowserEvent(failed: failure) }
      return .didFinishLoad(url: url)
    case (.page?, let content): keep(content)
    default: break
    }
    return nil
  }

  /// The page and its frames have ended.
  private func finish() -> BrowserEvent? {
    guard let url = page?.url else { return nil }
    page = nil
    pages += 1
    return .didFinishLoad(url: url)
  }
}
