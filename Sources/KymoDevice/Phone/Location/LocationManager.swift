public import KymoCore

/// The location manager of the simulated phone: on from a request to the fix that answers it.
///
/// It makes no fixes and owns no timer: the caller delivers what the recording has, and calls
/// ``expire(at:)`` when the ``deadline`` has come. After an answer every fix is ignored until the next
/// request, which starts without a previous fix. All times are logical, in ns.
public struct LocationManager: Sendable {
  /// Which fix answers.
  public let acceptor: LocationAcceptor
  /// How long a request may take in ns, 0 and up.
  public let timeoutNanoseconds: Int64

  /// From when on the running request has failed, in ns; nil if none is running.
  public private(set) var deadline: Int64?
  /// Requests, the coalesced ones too.
  public private(set) var requests: UInt64 = 0
  /// Requests that joined one that was running.
  public private(set) var coalesced: UInt64 = 0
  /// Fixes that answered.
  public private(set) var accepted: UInt64 = 0
  /// Times that the manager ran and no fix was accepted before the deadline.
  public private(set) var timedOut: UInt64 = 0
  /// Fixes that came at or after the deadline, before ``expire(at:)``.
  public private(set) var late: UInt64 = 0
  /// Fixes that were too old, or too far in the future, while the manager ran.
  public private(set) var stale: UInt64 = 0
  /// Fixes that were fresh but had not settled.
  public private(set) var notSettled: UInt64 = 0

  private var cause: UInt64?
  private var waiting: UInt64 = 0
  private var previous: Location?

  /// Makes a manager that is off.
  ///
  /// - Parameters:
  ///   - acceptor: Which fix answers.
  ///   - timeoutNanoseconds: How long a request may take in ns.
  /// - Precondition: `timeoutNanoseconds` is not negative.
  public init(acceptor: LocationAcceptor = .firstFresh(), timeoutNanoseconds: Int64) {
    precondition(timeoutNanoseconds >= 0, "a timeout is not negative")
    self.acceptor = acceptor
    self.timeoutNanoseconds = timeoutNanoseconds
  }

  /// Whether a request waits for a fix.
  public var isRunning: Bool { deadline != nil }

  /// Asks for the location.
  ///
  /// A request that is past its deadline, but was not expired, counts as timed out and is forgotten.
  ///
  /// - Parameters:
  ///   - cause: Whatever finds the asker again; the answer has that of the first request.
  ///   - now: The logical time in ns.
  /// - Returns: whether this started the manager.
  /// - Complexity: O(1).
  public mutating func request(cause: UInt64?, at now: Int64) -> LocationRequest {
    _ = expire(at: now)
    requests += 1
    guard deadline == nil else {
      coalesced += 1
      waiting += 1
      return .coalesced
    }
    deadline = LogicalTime.after(now, nanoseconds: timeoutNanoseconds)
    self.cause = cause
    return .started
  }

  /// Delivers a fix.
  ///
  /// - Parameters:
  ///   - fix: Any fix; its time is ns on the clock of `now`.
  ///   - now: The logical time in ns.
  /// - Returns: the answer if the fix was accepted, or why it was not.
  /// - Complexity: O(1).
  public mutating func deliver(_ fix: Location, at now: Int64) -> LocationDelivery {
    guard let deadline else { return .ignored(.notRunning) }
    guard now < deadline else {
      late += 1
      return .ignored(.late)
    }
    guard let refusal = acceptor.refusal(of: fix, previous: previous, at: now) else {
      accepted += 1
      return .accepted(stop(with: fix))
    }
    previous = fix
    if refusal == .stale { stale += 1 } else { notSettled += 1 }
    return .ignored(refusal)
  }

  /// Ends the running request as failed if its deadline has come.
  ///
  /// - Returns: the answer without a fix; nil if there is nothing to end.
  /// - Complexity: O(1).
  public mutating func expire(at now: Int64) -> LocationAnswer? {
    guard let deadline, now >= deadline else { return nil }
    timedOut += 1
    return stop(with: nil)
  }

  private mutating func stop(with fix: Location?) -> LocationAnswer {
    let answer = LocationAnswer(fix: fix, cause: cause, coalesced: waiting)
    deadline = nil
    cause = nil
    waiting = 0
    previous = nil
    return answer
  }
}
