/// Which bridge a page speaks.
public enum PageBridge: String, Sendable, CaseIterable {
  /// makeCall, and handleRequest for what comes back.
  case quickconnect
  /// Named handlers on both sides: WebViewJavascriptBridge.
  case wvjb
  /// The same, by the handshake of its version 4: the bridge is brought when the page has loaded.
  case wvjb4
}
