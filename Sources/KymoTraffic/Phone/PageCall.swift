/// A call that a page made in a run, for a comparison with those of a phone.
public struct PageCall: Equatable, Sendable {
  /// What answered it.
  public struct Answer: Equatable, Sendable {
    /// Whether the call failed.
    public var isError: Bool
    /// The value, or the error as an object with a message, as JSON; nil if there is none.
    public var json: String?
    /// How long after the call it was given to the page, by the session's clock, in ns.
    public var sessionNanoseconds: Int64
    /// The same on the wall, in ns.
    public var nanoseconds: Int64

    /// An answer.
    public init(isError: Bool, json: String?, sessionNanoseconds: Int64, nanoseconds: Int64) {
      self.isError = isError
      self.json = json
      self.sessionNanoseconds = sessionNanoseconds
      self.nanoseconds = nanoseconds
    }
  }

  /// Its command.
  public var command: String
  /// Its parameters as JSON, or as the text that they are; nil if there are none.
  public var parameters: String?
  /// Its answers, in their order.
  public var answers: [Answer]

  /// A call.
  public init(command: String, parameters: String?, answers: [Answer] = []) {
    self.command = command
    self.parameters = parameters
    self.answers = answers
  }
}
