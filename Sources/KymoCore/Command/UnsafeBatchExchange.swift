/// The view of a batch handler: a run of events and an outcome for each.
///
/// SAFETY: `events` is set by the dispatcher to a run that outlives the handler's call; `outcomes` is
/// allocated for ``maximumEvents`` and initialised in `init`, and a run is at most as long. Every index is checked.
@safe @frozen public struct BatchExchange: ~Copyable {
  @usableFromInline var events: UnsafePointer<Event>
  @usableFromInline let outcomes: UnsafeMutablePointer<Outcome>
  @usableFromInline var length = 0
  @usableFromInline let none: UnsafeMutablePointer<Event>

  /// How many events one call gets at most.
  @inlinable public static var maximumEvents: Int { 256 }

  @usableFromInline init() {
    unsafe outcomes = .allocate(capacity: Self.maximumEvents)
    let completed = Outcome(index: 0, status: .completed)
    unsafe outcomes.initialize(repeating: completed, count: Self.maximumEvents)
    unsafe none = .allocate(capacity: 1)
    unsafe none.initialize(to: .none)
    unsafe events = UnsafePointer(none)
  }

  deinit {
    unsafe outcomes.deallocate()
    unsafe none.deallocate()
  }

  /// How many events the run has.
  @inlinable public var count: Int { length }

  /// Lets `body` look at the events.
  @inlinable public func withEvents<Result, Failure: Error>(
    _ body: (Span<Event>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let buffer = unsafe UnsafeBufferPointer(start: events, count: length)
    return try body(unsafe Span(_unsafeElements: buffer))
  }

  /// The event at `index`.
  ///
  /// - Precondition: `index` is in `0..<count`.
  @inlinable public subscript(index: Int) -> Event {
    precondition(index >= 0 && index < length, "no such event in the batch")
    return unsafe events[index]
  }

  /// Sets the reply to the event at `index` to an acceleration in m/s².
  ///
  /// - Precondition: `index` is in `0..<count`.
  @inlinable public mutating func reply(_ index: Int, _ acceleration: Acceleration) {
    precondition(index >= 0 && index < length, "no such event in the batch")
    unsafe outcomes[index].replyKind = .acceleration
    unsafe outcomes[index].reply = Payload(acceleration)
  }

  /// Ends the request at `index` as ``OutcomeStatus/validationFailed``.
  ///
  /// - Precondition: `index` is in `0..<count`.
  @inlinable public mutating func reject(_ index: Int) {
    precondition(index >= 0 && index < length, "no such event in the batch")
    unsafe outcomes[index].status = .validationFailed
    unsafe outcomes[index].stage = .validate
  }

  /// Begins a run: its requests are completed, unless the handler says otherwise.
  ///
  /// A reply stays what it was, as that of an earlier run costs nothing: ``endOfCompleted(from:)`` and
  /// ``clearWithoutReply(_:)`` clear it where none was given.
  @inlinable @inline(__always)
  mutating func begin(_ length: Int, at index: UInt64) {
    self.length = length
    for offset in 0..<length {
      unsafe outcomes[offset].index = index &+ UInt64(offset)
      unsafe outcomes[offset].status = .completed
      unsafe outcomes[offset].stage = .view
      unsafe outcomes[offset].handler = 0
      unsafe outcomes[offset].replyKind = .none
      unsafe outcomes[offset].errorCode = 0
      unsafe outcomes[offset].isReplyLater = false
    }
  }

  /// Where the requests end that begin at `start` and were completed without any text; all that the sink is to see of
  /// them is in their outcomes.
  @inlinable @inline(__always)
  func endOfCompleted(from start: Int) -> Int {
    var index = start
    while index < length {
      let isPlain =
        unsafe outcomes[index].status == .completed && outcomes[index].replyKind != .text
        && !events[index].kind.isReference
      guard isPlain else { break }
      clearWithoutReply(index)
      index += 1
    }
    return index
  }

  /// Clears the reply of an outcome that has none.
  @inlinable @inline(__always) func clearWithoutReply(_ index: Int) {
    if unsafe outcomes[index].replyKind == .none { unsafe outcomes[index].reply = Payload() }
  }

  /// Ends all requests of the run as ``OutcomeStatus/failed``, without replies.
  @usableFromInline mutating func failAll(_ error: HandlerError) {
    for index in 0..<length {
      unsafe outcomes[index] = Outcome(
        index: outcomes[index].index,
        status: .failed,
        stage: .business,
        errorCode: error.code
      )
    }
  }

  /// Ends the request at `index` as ``OutcomeStatus/failed``.
  ///
  /// - Precondition: `index` is in `0..<count`.
  @inlinable public mutating func fail(_ index: Int, _ error: HandlerError) {
    precondition(index >= 0 && index < length, "no such event in the batch")
    unsafe outcomes[index].status = .failed
    unsafe outcomes[index].stage = .business
    unsafe outcomes[index].errorCode = error.code
  }
}
