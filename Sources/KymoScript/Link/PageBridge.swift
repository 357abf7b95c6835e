/// Which bridge a page speaks.
public enum PageBridge: String, Sendable, CaseIterable {
  /// makeCall, and handleRequest for what comes back.
  case quickconnect
  /// Named handlers on both sides: WebViewJavascriptBridge.
  case wvjb
  /// The same, by the handshake of its version 4: the bridge is brought when the page has loaded.
  case wvjb4
  /// Plugins by exec, as Apache Cordova has them on both phones.
  case cordova
  /// Plugins by promises and callbacks: Capacitor 6 to 8.
  case capacitor
  /// Message handlers, script interfaces and message listeners of the web view itself.
  case raw
  /// postMessage of a React Native web view.
  case reactnative
  /// DSBridge 3, on both phones.
  case dsbridge
  /// Its version before, which other pages have.
  case dsbridge2
  /// JsBridge of Android, version 1: a queue that native code fetches.
  case jsbridge
  /// JsBridge of Android, version 2: an object with a method for each command.
  case jsbridge2
  /// Components of Hotwire Native, and of Strada before it.
  case hotwire
  /// Commands of Tauri 2.
  case tauri

  /// Whether it is a dialect with a page half of its own kind, ``PageDialect``.
  public var isDialect: Bool {
    switch self {
    case .quickconnect, .wvjb, .wvjb4: false
    default: true
    }
  }
}
