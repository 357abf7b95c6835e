/// What a handler works with: the event, the results so far, the reply to be.
///
/// One exchange serves a dispatcher for its whole life; it is reset, not remade, for every event.
///
/// SAFETY: `eventPointer` is set by the dispatcher to an event that outlives the handlers' run, and the
/// exchange is passed `inout`, so it cannot be kept. `results` is allocated in `init`, freed in
/// `deinit`, and only its first `appended` elements, which are initialised, are read.
@safe @frozen public struct Exchange: ~Copyable {
  @usableFromInline var eventPointer: UnsafePointer<Event>
  @usableFromInline let results: UnsafeMutablePointer<Value>
  @usableFromInline let none: UnsafeMutablePointer<Event>
  @usableFromInline var arena: PayloadArena
  @usableFromInline var appended = 0
  /// What the reply means so far; ``ReplyKind/none`` until a handler replies.
  @usableFromInline var replyKind = ReplyKind.none
  @usableFromInline var replyPayload = Payload()
  @usableFromInline var thrown: HandlerError?

  /// How many results one request may collect.
  @inlinable public static var maximumResults: Int { 32 }

  @usableFromInline init() {
    unsafe results = .allocate(capacity: Self.maximumResults)
    unsafe none = .allocate(capacity: 1)
    unsafe none.initialize(to: .none)
    unsafe eventPointer = UnsafePointer(none)
    arena = PayloadArena(minimumCapacity: 0)
  }

  deinit {
    unsafe results.deallocate()
    unsafe none.deallocate()
  }

  /// The event being dispatched; its timestamp is the time.
  @inlinable public var event: Event { unsafe eventPointer.pointee }

  /// How many results earlier handlers have appended.
  @inlinable public var resultCount: Int { appended }

  /// Why the error stage runs: the error that was thrown, or nil after a failed validation.
  @inlinable public var failure: HandlerError? { thrown }

  /// A result of an earlier handler, in the order of appending; nil outside `0..<resultCount`.
  @inlinable public func result(_ index: Int) -> Value? {
    index >= 0 && index < appended ? unsafe results[index] : nil
  }

  /// Leaves a result for later handlers.
  ///
  /// - Throws: ``HandlerError/tooManyResults`` if ``maximumResults`` are there already.
  /// - Complexity: O(1), without allocation.
  @inlinable public mutating func append(_ value: Value) throws(HandlerError) {
    guard appended < Self.maximumResults else { return try refuse() }
    unsafe (results + appended).initialize(to: value)
    appended += 1
  }

  /// Apart, so that the handler that appends has no stack frame for a case that does not happen.
  @usableFromInline func refuse() throws(HandlerError) { throw .tooManyResults }

  /// Replies with an acceleration in m/s²; a later reply replaces it.
  @inlinable public mutating func reply(_ acceleration: Acceleration) {
    replyPayload = Payload(acceleration)
    replyKind = .acceleration
  }

  /// Replies with latitude and longitude in degrees and altitude in m; a later reply replaces it.
  @inlinable public mutating func reply(latitude: Double, longitude: Double, altitude: Double) {
    replyPayload = Payload(Acceleration(x: latitude, y: longitude, z: altitude))
    replyKind = .coordinates
  }

  /// Lets `body` read the bytes of the event's message; nil if the event has none.
  public func withMessage<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    let event = event
    guard event.kind == .message else { return nil }
    return try arena.withMessage(event.payload.reference, body)
  }
}
