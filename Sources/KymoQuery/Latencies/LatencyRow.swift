/// How long an input took when it was offered in a run: a row of the table `latencies`.
public struct LatencyRow: Sendable, Equatable {
  /// The times of an event, in ns.
  public struct Times: Sendable, Equatable {
    /// When it was due, after the start of the run.
    public var due: Int64
    /// From then to the end of its handlers.
    public var response: Int64
    /// How long its handlers took.
    public var service: Int64
    /// How late it was sent; nil if nobody knows.
    public var slip: Int64?

    /// Takes all of it.
    public init(due: Int64, response: Int64, service: Int64, slip: Int64?) {
      self.due = due
      self.response = response
      self.service = service
      self.slip = slip
    }
  }

  /// The number of the run among those that are given, from 0.
  public var run: Int
  /// The number of the input among all that the app hears, from 0; nil for an event that a handler raised.
  public var input: Int?
  /// How often the recording was repeated before, from 0; nil for an event that a handler raised.
  public var round: Int?
  /// The name of the command.
  public var command: String
  /// The times.
  public var times: Times
  /// Why it was slow, in a word.
  public var cause: String

  /// Takes all of it.
  public init(
    run: Int,
    input: Int?,
    round: Int?,
    command: String,
    times: Times,
    cause: String
  ) {
    self.run = run
    self.input = input
    self.round = round
    self.command = command
    self.times = times
    self.cause = cause
  }
}
