/// A rule of a scripted server of web sockets, for some addresses.
///
/// A page's platform plays the server, on the page's clock: a connection lives no longer than its page.
public struct SocketRule: Sendable, Equatable {
  /// One thing that the server does, some time after the one before.
  public struct Step: Sendable, Equatable {
    /// An action of a step.
    public enum Action: Sendable, Equatable {
      /// It sends a text.
      case text(String)
      /// It sends bytes.
      case bytes([UInt8])
      /// It sends back what it answers.
      case echo
      /// It closes the connection, with a code and a reason.
      case close(Int, String)
      /// The connection is lost.
      case fail(FetchFailure)
    }

    /// How long after the step before it, in ns; 0 and up.
    public var delayNanoseconds: Int64
    /// The action.
    public var action: Action

    /// A step.
    ///
    /// - Precondition: `delayNanoseconds` is not negative.
    public init(_ action: Action, after delayNanoseconds: Int64 = 0) {
      precondition(delayNanoseconds >= 0, "nothing is done before it is asked for")
      self.action = action
      self.delayNanoseconds = delayNanoseconds
    }
  }

  /// The steps in answer to some messages of the page.
  public struct Answer: Sendable, Equatable {
    /// Which messages.
    public enum Pattern: Sendable, Equatable {
      /// All of them.
      case any
      /// This text.
      case text(String)
      /// All texts that begin so.
      case prefix(String)
      /// These bytes.
      case bytes([UInt8])
    }

    /// The messages that it is for.
    public var pattern: Pattern
    /// How many messages of a connection it answers, 1 and up; nil for all.
    public var times: Int?
    /// The steps, in order.
    public var steps: [Step]

    /// An answer.
    public init(to pattern: Pattern, times: Int? = nil, steps: [Step]) {
      self.pattern = pattern
      self.times = times
      self.steps = steps
    }
  }

  /// The addresses that it is about, without fragments: `ws` or `wss`.
  public var pattern: FetchRule.Pattern
  /// The protocol that the server speaks, which the page has to ask for; nil for none.
  public var protocolName: String?
  /// When the connection is there after the page asks for it, or fails, in ns; 0 and up.
  public var delayNanoseconds: Int64 = 0
  /// Why there is no connection; nil if there is one.
  public var failure: FetchFailure?
  /// How many connections of a page it answers, 1 and up; nil for all.
  public var times: Int?
  /// The steps that it takes when the connection is there.
  public var opening: [Step] = []
  /// The answers to messages, of which the first that applies is given.
  public var answers: [Answer] = []

  /// A server that accepts connections, and says nothing.
  public init(_ pattern: FetchRule.Pattern) { self.pattern = pattern }
}
