/// How load is offered over HTTP.
public struct HTTPLoadOptions: Sendable {
  /// How many connections there are; default 64.
  public var connections = 64
  /// How long a connection may take to be made, in ns; default 5 s.
  public var connectTimeoutNanoseconds: Int64 = 5_000_000_000
  /// How long a reply may take, in ns; default 30 s.
  ///
  /// A request that waits for a connection when the last one was due is given up after so long,
  /// too, or after as long as the plan, if that is shorter and more than a second.
  public var replyTimeoutNanoseconds: Int64 = 30_000_000_000
  /// How much of a reply is taken.
  public var limits = ResponseLimits()

  /// How many connections there can be.
  public static var connectionRange: ClosedRange<Int> { 1...16_384 }

  /// The defaults.
  public init() {}
}
