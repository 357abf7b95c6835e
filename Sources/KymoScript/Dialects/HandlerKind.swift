/// The kind of a handler that native code adds to a web view by itself.
public enum HandlerKind: String, Sendable, CaseIterable {
  /// iOS: `postMessage` gives a promise, which the app's reply fulfils.
  case reply
  /// Android: an object that is posted to, and that replies come to as `message` events.
  case listener
}
