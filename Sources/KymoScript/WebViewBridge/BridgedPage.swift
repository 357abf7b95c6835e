/// A page as the bridge keeps it: what it is reached by, and the numbers that it counts in.
protocol BridgedPage: AnyObject {
  /// Whether it has the bridge.
  var isReady: Bool { get }
  /// How many messages it has sent.
  var sent: UInt64 { get }
  /// How many of them were fetched.
  var fetched: UInt64 { get }
  /// How many messages it has dispatched.
  var dispatched: UInt64 { get }
  /// How many answers it waits for.
  var pending: UInt64 { get }
  /// How many messages it was given.
  var handedOver: UInt64 { get set }
  /// How many of its messages that were fetched native code has seen.
  var taken: UInt64 { get set }

  /// Brings the bridge to the page.
  ///
  /// - Parameters:
  ///   - options: how it works.
  ///   - number: the number of the page.
  ///   - report: told of messages that came to nothing: the kind, and two texts.
  ///   - deliver: takes messages that the page hands over itself.
  /// - Returns: false if the page has something of that name already.
  /// - Throws: what the page's half throws.
  func install(
    _ options: WebViewBridge.Options,
    number: Int,
    report: @escaping ([String?]) -> Void,
    deliver: @escaping (String?) -> Void
  ) throws(ScriptError) -> Bool

  /// Takes messages that the page has sent, as the text of an array; nil if it gives none.
  func fetch(_ delivery: WebViewBridge.Delivery) throws(ScriptError) -> String?

  /// Gives the page a message.
  func receive(_ text: String, _ delivery: WebViewBridge.Delivery) throws(ScriptError)
}
