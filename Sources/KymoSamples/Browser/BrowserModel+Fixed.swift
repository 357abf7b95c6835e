import KymoBridge

/// The parts that the printed code leaves out.
///
/// | gap of the book | here |
/// |---|---|
/// | the status is not looked at: the body of a 404 is the short URL | anything but 2xx is a failure |
/// | `didReceiveResponse` is missing: a second response is added to the first | it begins the answer anew |
/// | which connection speaks is not looked at | only the latest is heard, and only while it is under way |
/// | a page that loads meanwhile turns shorten on again | it ends the connection |
/// | copy stays on with the short URL of the page before | off from the next load or tap on |
/// | an empty answer, or one that is not UTF-8, is a short URL | a failure |
/// | the first frame that is loaded counts for the page | shorten is on when as many have ended as began |
/// | a load that was cancelled is an alert | it is none |
/// | the URL goes over plain http, with `&=+?/` in it | https, everything but letters, digits, `-._~` escaped |
/// | a text that is not ASCII is no URL | it is escaped |
extension BrowserModel {
  mutating func applyFixed(_ event: BrowserEvent) {
    switch event {
    case .didStartLoad: startLoad()
    case .didFinishLoad(let url):
      (field, page) = (url, url)
      loaded += 1
      endLoad()
    case .didFailLoad(let description, let code):
      endLoad()
      if code != Int64(FetchFailure.cancelled.code) {
        let state = state
        fail(description)
        // A frame that is missing is no page that is.
        if loads > 0 || loaded > 0 { self.state = state }
      }
    case .didReceiveResponse(let connection, let status, _):
      guard isHeard(connection) else { return strays += 1 }
      self.status = status
      answer = []
    case .didFinishLoading(let connection):
      guard isHeard(connection) else { return strays += 1 }
      isShortening = false
      if let status, 200..<300 ~= status, let answer, !answer.isEmpty,
        let text = String(validating: answer, as: UTF8.self)
      {
        label = text
        canCopy = true
        state = .shortened
      } else {
        failToShorten()
      }
    case .didFail(let connection, _, _):
      guard isHeard(connection) else { return strays += 1 }
      isShortening = false
      failToShorten()
    default: break
    }
  }

  /// Whether what a connection says counts.
  func isHeard(_ connection: Int64) -> Bool {
    fidelity == .faithful || isShortening && connection == self.connection
  }

  /// Forgets what was shortened: it belongs to another page, or is to be shortened again.
  mutating func forgetAnswer() {
    canCopy = false
    label = Self.hint
  }

  private mutating func startLoad() {
    if loads == 0 {
      loaded = 0
      forgetAnswer()
      if isShortening {
        isShortening = false
        orders = [.cancel(connection)]
      }
    }
    loads += 1
    canShorten = false
    state = .loading
  }

  /// A load has ended; the last one decides.
  private mutating func endLoad() {
    loads = max(0, loads - 1)
    guard loads == 0 else { return }
    canShorten = loaded > 0
    state = loaded > 0 ? .loaded : .failed
  }
}
