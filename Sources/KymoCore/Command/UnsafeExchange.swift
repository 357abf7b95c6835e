/// The view of a handler: the event, its parameters, the results so far, the reply to be.
///
/// One exchange serves a dispatcher for its whole life; it is reset, not remade, for every event.
///
/// SAFETY: `eventPointer` is set by the dispatcher to an event that outlives the handlers' run, and the
/// exchange is passed `inout`, so it cannot be kept. `results` is allocated in `init`, freed in
/// `deinit`, and only its first `appended` elements, which are initialised, are read. The bytes of a
/// message are those that its arena has checked.
@safe @frozen public struct Exchange: ~Copyable {
  @usableFromInline var eventPointer: UnsafePointer<Event>
  @usableFromInline let results: UnsafeMutablePointer<Value>
  @usableFromInline let none: UnsafeMutablePointer<Event>
  @usableFromInline var arena: PayloadArena
  @usableFromInline var appended = 0
  /// The meaning of the reply so far; ``ReplyKind/none`` until a handler replies.
  @usableFromInline var replyKind = ReplyKind.none
  @usableFromInline var replyPayload = Payload()
  /// Whether a handler of the current request, which has a text, said that its reply comes later.
  @usableFromInline var repliesLater = false
  @usableFromInline var thrown: HandlerError?
  /// Where the text of a reply lies until the next event is dispatched.
  @usableFromInline let replies: PayloadArena
  @usableFromInline var raiser: SinkRaiser
  @usableFromInline var parameters: Parameters

  /// How many results one request may collect.
  @inlinable public static var maximumResults: Int { 32 }

  /// How many bytes of UTF-8 the text of a reply may have.
  public static var maximumReplyBytes: Int { 1 << 16 }

  /// How many raised events may wait.
  public static var maximumRaisedEvents: Int { RaisedEvents.maximumCount }

  /// Sets the memory aside that a table's decoder needs.
  @usableFromInline init(textCapacity: Int, raisesTexts: Bool = false) {
    raiser = SinkRaiser(hasTexts: raisesTexts)
    unsafe results = .allocate(capacity: Self.maximumResults)
    unsafe none = .allocate(capacity: 1)
    unsafe none.initialize(to: .none)
    unsafe eventPointer = UnsafePointer(none)
    arena = PayloadArena(minimumCapacity: 0)
    replies = PayloadArena(minimumCapacity: 2 * Self.maximumReplyBytes)
    parameters = Parameters(capacity: textCapacity)
  }

  deinit {
    unsafe results.deallocate()
    unsafe none.deallocate()
  }

  /// The event being dispatched; its timestamp is the time.
  @inlinable public var event: Event { unsafe eventPointer.pointee }

  /// Why the error stage runs: the error that was thrown, or nil after a failed validation.
  @inlinable public var failure: HandlerError? { thrown }

  // MARK: Results

  /// How many results earlier handlers have appended.
  @inlinable public var resultCount: Int { appended }

  /// A result of an earlier handler, in the order of appending; nil outside `0..<resultCount`.
  @inlinable public func result(_ index: Int) -> Value? {
    index >= 0 && index < appended ? unsafe results[index] : nil
  }

  /// Forgets the results so far, such as to put others in their place.
  ///
  /// - Complexity: O(1).
  @inlinable public mutating func removeResults() { appended = 0 }

  /// Leaves a result for later handlers.
  ///
  /// - Throws: ``HandlerError/tooManyResults`` if ``maximumResults`` are there already.
  /// - Complexity: O(1), without allocation.
  @inlinable public mutating func append(_ value: Value) throws(HandlerError) {
    guard appended < Self.maximumResults else { return try refuse() }
    unsafe (results + appended).initialize(to: value)
    appended += 1
  }

  /// Leaves a text as a result for later handlers.
  ///
  /// - Throws: ``HandlerError/tooManyResults``, or ``HandlerError/tooLong`` if the memory for the texts of
  ///   a request is full.
  public mutating func append(text: RawSpan) throws(HandlerError) {
    try append(.text(try parameters.store(text)))
  }

  /// Apart, so that the handler that appends has no stack frame for a case that does not happen.
  @usableFromInline func refuse() throws(HandlerError) { throw .tooManyResults }

  // MARK: Replies

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

  /// Replies with a text, such as a script for the page; a later reply replaces it.
  ///
  /// - Parameters:
  ///   - text: UTF-8, at most ``maximumReplyBytes``.
  ///   - cause: what is answered; a request answers itself unless another is given.
  /// - Throws: ``HandlerError/tooLong``.
  /// - Complexity: O(bytes), without allocation.
  public mutating func reply(text: RawSpan, to cause: ReplyCause? = nil) throws(HandlerError) {
    guard text.byteCount <= Self.maximumReplyBytes else { throw .tooLong }
    replies.write(text, at: 0)
    let event = event
    let own =
      event.kind.isReference
      ? ReplyCause.request(event.source, event.sequence) : .unsolicited
    replyPayload = Payload(TextReply(length: UInt32(text.byteCount), cause: cause ?? own))
    replyKind = .text
  }

  /// Says that the reply to this request comes with a later event, so that who waits for it goes on waiting.
  ///
  /// An event without a text is no request, and nobody waits for its reply.
  @inlinable public mutating func replyLater() { repliesLater = event.kind.isReference }

  // MARK: Events for later

  /// Raises an event, which is dispatched when its time has come, in the order of all events.
  ///
  /// It comes from ``SourceID/device`` and therefore after the inputs of the same time.
  ///
  /// - Parameters:
  ///   - command: from ``CommandMap/raise(_:)``.
  ///   - timestamp: when, in ns; the time of the current event if it lies before that.
  ///   - kind: what the payload means; not a message.
  ///   - payload: the data.
  /// - Returns: what takes the event back.
  /// - Throws: ``HandlerError/unavailable`` if ``maximumRaisedEvents`` wait already, if as many were raised
  ///   for the present by each other, or if the run is over.
  /// - Complexity: O(events that wait), without allocation.
  @discardableResult
  public mutating func raise(
    _ command: CommandID,
    at timestamp: Int64,
    kind: EventKind = .none,
    payload: Payload = Payload()
  ) throws(HandlerError) -> RaisedEvent {
    precondition(!kind.isReference, "a handler raises events without a message")
    return try raiser.events.insert(
      command,
      at: max(timestamp, event.timestamp),
      kind: kind,
      payload: payload
    )
  }

  /// Takes a raised event back.
  ///
  /// - Returns: whether it still waited.
  @discardableResult
  public mutating func cancel(_ event: RaisedEvent) -> Bool { raiser.events.remove(event) }

  // MARK: The request

  /// Lets `body` read the bytes that the event refers to, exactly as they were sent: those of a request, or
  /// the data of another channel; nil if it has none.
  public func withMessage<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    let event = event
    guard event.kind.isReference else { return nil }
    return try arena.withMessage(event.payload.reference, body)
  }

  /// The bytes of the message of `event`, which lie in the arena; empty if there can be no such message.
  ///
  /// Inlined, as is the next: a call to either would copy the whole exchange first.
  @unsafe @inlinable @inline(always)
  func message(of event: UnsafePointer<Event>) -> UnsafeRawBufferPointer {
    guard unsafe event.pointee.kind.isReference else {
      return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return unsafe arena.bytes(at: event.pointee.payload.reference)
      ?? UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// The bytes of a reply; empty if it is not a text.
  @unsafe @inlinable @inline(always)
  func text(of outcome: borrowing Outcome) -> UnsafeRawBufferPointer {
    guard outcome.replyKind == .text else {
      return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
    let reference = PayloadReference(offset: 0, length: outcome.reply.textReply.length)
    return unsafe replies.bytes(at: reference) ?? UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// Decodes the message of the event; the error that it cannot be decoded with.
  @usableFromInline mutating func decode(_ decoder: Unmanaged<RequestDecoder>?) -> HandlerError? {
    parameters.reset()
    let reference = event.payload.reference
    if let refusal = reference.refusal { return refusal }
    guard let decoder = unsafe decoder else { return nil }
    guard let bytes = unsafe arena.bytes(at: reference) else { return .invalidValue }
    return unsafe decoder._withUnsafeGuaranteedRef { decoder in
      do throws(HandlerError) {
        try parameters.append(.controller)
        try decoder.decode(unsafe RawSpan(_unsafeBytes: bytes), into: &parameters)
        return nil
      } catch {
        return error
      }
    }
  }
}
