import KymoBridge
import KymoFetch
import KymoSamples

/// A browser whose pages come from real servers.
final class PageRun {
  private let fetcher: CurlFetcher
  private let loader: BrowserLoader
  private let browser: Browser
  private let service: String
  private var port: CallPort
  private var now: Int64 = 0

  init(_ fidelity: BrowserFidelity, service: String) throws {
    self.service = service
    fetcher = CurlFetcher(limits: CurlLimits(totalMilliseconds: 20_000, usesProxy: false))
    loader = BrowserLoader(fetcher)
    browser = Browser(fidelity, nil)
    port = try CallPort(browser.map)
  }

  /// Loads a page and shortens its URL, if it is there.
  func shorten(_ url: String) {
    tell(.loadLocation(url))
    settle()
    guard browser.model.canShorten else { return }
    tell(.shortenURL)
    settle()
  }

  /// Says what happened to the browser, and does what it asks for.
  private func tell(_ event: BrowserEvent) {
    print(event.call)
    now += 1
    port.send(event.call, at: now)
    for order in browser.model.orders {
      if case .connect(let connection, let url) = order, let name = url.firstRange(of: "api.x.co") {
        loader.perform(.connect(connection, service + url[name.upperBound...]), at: now)
      } else {
        loader.perform(order, at: now)
      }
    }
  }

  /// Lets everything happen that was asked for.
  private func settle() {
    while true {
      while let event = loader.take(upTo: now + 1) { tell(event) }
      guard fetcher.inFlight > 0 else { return }
      fetcher.wait(milliseconds: 1000)
    }
  }
}
