/// The bridge of named handlers in a page in a browser.
///
/// The page says that it has messages beside what else it says, and not by a frame: a browser follows so many navigations
/// of a frame and no more.
final class ChromiumBridgedPage: BridgedPage {
  private unowned let page: ChromiumPage
  private var report: (([String?]) -> Void)?
  private(set) var isReady = false
  /// What the page has counted: sent, fetched, dispatched, answers that it waits for.
  var counts: [UInt64] = [0, 0, 0, 0]
  var handedOver: UInt64 = 0
  var taken: UInt64 = 0

  init(_ page: ChromiumPage) { self.page = page }

  var sent: UInt64 { counts[0] }
  var fetched: UInt64 { counts[1] }
  var dispatched: UInt64 { counts[2] }
  var pending: UInt64 { counts[3] }

  func install(
    _ options: WebViewBridge.Options,
    number: Int,
    report: @escaping ([String?]) -> Void,
    deliver: @escaping (String?) -> Void
  ) throws(ScriptError) -> Bool {
    self.report = report
    isReady = try page.install(
      "\(options.version.rawValue),\(number),\(options.batchCharacters)"
    )
    // What it has said meanwhile is heard now that it can be asked.
    try page.settleInstall()
    return isReady
  }

  func fetch(_ delivery: WebViewBridge.Delivery) throws(ScriptError) -> String? {
    guard isReady else { return nil }
    return try page.fetchMessages()
  }

  func receive(_ text: String, _ delivery: WebViewBridge.Delivery) throws(ScriptError) {
    try page.hand(text)
  }

  /// Hears of a message that came to nothing.
  func hear(_ texts: [String?]) { report?(texts) }
}
