public import KymoHTTP

/// One thing that a scripted server does, some time after the one before.
public struct FetchStep: Sendable, Equatable {
  /// An action of a step.
  public enum Action: Sendable, Equatable {
    /// It sends a head: a status and fields.
    case respond(Int, [HTTPField])
    /// It leads elsewhere, with a status and an address, which may be a part of one.
    case redirect(Int, String)
    /// It sends bytes of the body.
    case send([UInt8])
    /// It ends the answer.
    case end
    /// It fails.
    case fail(FetchFailure)
  }

  /// How long after the step before it, or after the request, in ns; 0 and up.
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
