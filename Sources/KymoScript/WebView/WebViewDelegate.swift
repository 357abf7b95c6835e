/// A delegate that is told of a page's work, and decides what it may do.
public protocol WebViewDelegate: AnyObject {
  /// The page, or somebody in front of it, wants to go somewhere.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - url: where to, as the page says it.
  ///   - navigation: what led to it.
  /// - Returns: whether it may; false if native code takes the address for a message.
  func webView(_ view: WebView, shouldStart url: String, _ navigation: NavigationType) -> Bool

  /// A page begins to load.
  func webViewDidStart(_ view: WebView)

  /// The world of a page's scripts is there, and none of them has run.
  func webViewDidCreateScripts(_ view: WebView)

  /// The page and its scripts are loaded.
  func webViewDidFinish(_ view: WebView)

  /// A page was not loaded.
  func webView(_ view: WebView, didFail reason: WebViewError)

  /// The page writes to its console.
  func webView(_ view: WebView, says message: ConsoleMessage)

  /// The page asks somebody in front of it.
  ///
  /// - Returns: the answer: nothing for an alert, a boolean, a text or `null`.
  func webView(_ view: WebView, asks dialog: WebDialog) -> ScriptValue

  /// A script has thrown, and nobody has caught it.
  func webView(_ view: WebView, thrown exception: ScriptException)

  /// The page uses something that is not there.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - name: what it is called.
  ///   - place: the file and the line; empty if it is not known.
  func webView(_ view: WebView, lacks name: String, at place: String)

  /// The page makes a call by the QuickConnect script that is given to it.
  func webView(_ view: WebView, calls url: String)
}

/// The way that led to a page.
public enum NavigationType: String, Sendable {
  /// The host loads it.
  case load
  /// A link was followed.
  case link
  /// A form was sent.
  case form
  /// Back or forward.
  case back
  /// The same page again.
  case reload
  /// A frame within the page.
  case iframe
  /// A script says so.
  case other
}

/// A line of the console.
public struct ConsoleMessage: Sendable, Equatable {
  /// "log", "info", "warning", "error", "debug", and others of the console's methods.
  public var level: String
  /// The text, as a browser words it.
  public var text: String

  /// A line.
  public init(level: String, text: String) {
    self.level = level
    self.text = text
  }
}

/// A question of a page to somebody in front of it.
public struct WebDialog: Sendable, Equatable {
  /// "alert", "confirm" or "prompt".
  public var kind: String
  /// The question.
  public var text: String
  /// The text that a prompt offers; empty if none.
  public var offer: String

  /// A question.
  public init(kind: String, text: String, offer: String) {
    self.kind = kind
    self.text = text
    self.offer = offer
  }
}

/// Why a page was not loaded.
public enum WebViewError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file cannot be read.
  case unreadable(String, reason: String)
  /// The path leads out of the folder of the app.
  case outside(String)
  /// The file is too long.
  case tooLong(String, limit: Int)
  /// The file is no UTF-8.
  case notText(String)
  /// The library of the document is not there.
  case noDocument(String)
  /// A script failed.
  case script(ScriptError)
  /// A fault loads it anew so often at one moment, since that makes messages which do so again.
  case reloads(Int)
  /// A page goes to itself or to another so often at one moment, since that one does so, too.
  case navigations(Int, from: String, to: String)

  /// The problem in words.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .outside(let path): "\(path): it lies outside of the folder of the app"
    case .tooLong(let path, let limit): "\(path): it has more than \(limit >> 20) MiB"
    case .notText(let path): "\(path): it is not UTF-8"
    case .noDocument(let folder):
      "the library of documents is not in \(folder); install the package node-domino"
    case .script(let error): "\(error)"
    case .reloads(let count):
      "it was loaded anew \(count) times at one moment: loading it makes messages, and the fault loads it anew at these"
    case .navigations(let count, let file, let destination):
      file == destination
        ? "\(file): it loads itself without end: \(count) times at one moment"
        : "\(file): it goes to \(destination), and so on without end: \(count) times at one moment"
    }
  }
}
