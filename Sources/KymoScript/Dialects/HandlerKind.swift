/// The kind of a handler that native code adds to a web view by itself.
public enum HandlerKind: String, Sendable, CaseIterable {
  /// iOS: `postMessage` gives a promise, which the app's reply fulfils.
  case reply
  /// Android: an object that is posted to, and that replies come to as `message` events.
  case listener

  /// Reads `NAME=KIND`, as a command line and a recording have it; nil if it is something else.
  public static func named(_ text: some StringProtocol) -> (name: String, kind: HandlerKind)? {
    guard let sign = text.firstIndex(of: "="),
      let kind = HandlerKind(rawValue: String(text[text.index(after: sign)...]))
    else { return nil }
    return (String(text[..<sign]), kind)
  }
}
