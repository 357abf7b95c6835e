extension WebViewBridge {
  /// The protocol that a page speaks.
  public enum Version: Int, Sendable, CaseIterable {
    /// Native code brings the bridge when the page has loaded; the page waits for an event, and calls `init`.
    case v4 = 4
    /// The page asks for the bridge by a frame.
    case v6 = 6
  }

  /// How native code reaches the page.
  public enum Delivery: Sendable, CaseIterable {
    /// By calling functions of the page that are kept.
    case functionCall
    /// By evaluating a script that is put together for each message, as it was done on the phone.
    case evaluation
  }

  /// How the page says that it has messages.
  public enum Signal: Sendable, CaseIterable {
    /// By the address of a hidden frame, as it was done on the phone; the navigation is asked for by `shouldStart`.
    case frame
    /// By calling native code from a timer, once for all messages that were sent since.
    case direct
  }

  /// Which way a message goes.
  public enum Direction: Sendable, Equatable {
    /// From native code to the page.
    case toPage
    /// From the page to native code.
    case toNative
  }

  /// How a bridge works.
  public struct Options: Sendable {
    /// The protocol.
    public var version = Version.v6
    /// How native code reaches the page.
    public var delivery = Delivery.functionCall
    /// How the page reaches native code.
    public var signal = Signal.frame
    /// The origins of pages that get the bridge; every one if nil.
    public var origins: [String]?
    /// How many characters of messages are fetched at a time, a longer message by itself; more than 0.
    public var batchCharacters = 1 << 20
    /// How long a text of fetched messages may be, in bytes; a longer one is lost, and told of.
    public var maximumQueueBytes = 16 << 20
    /// Where logged messages are cut, in UTF-16 units.
    public var logMaximumLength = 500

    /// Version 6, by function calls and a frame.
    public init() {}
  }
}
