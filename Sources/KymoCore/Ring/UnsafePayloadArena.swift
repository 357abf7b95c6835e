import Synchronization

/// The bytes of variable-length messages on their way through one ring.
///
/// A byte ring with free-running positions: the producer appends a message and pushes an event that
/// refers to it; the consumer frees everything up to a message once the event has been handled.
///
/// SAFETY: bytes in `freed..<written` belong to messages whose events are in the ring. The producer
/// writes only outside that range, before it pushes the event; the push is the release and the
/// consumer's look at the ring the acquire. Every reference is checked against the capacity before a
/// pointer is made from it.
@safe public final class PayloadArena: @unchecked Sendable {
  /// How many bytes the arena holds; a power of two, or 0 for a ring that carries no messages.
  public let capacity: Int
  let bytes: UnsafeMutableRawPointer
  let freed: Atomic<UInt64>

  /// The arena that holds nothing, for events without messages; all queues without messages have this one.
  public static let empty = PayloadArena(minimumCapacity: 0)

  init(minimumCapacity: Int) {
    var capacity = minimumCapacity == 0 ? 0 : 64
    while capacity < minimumCapacity { capacity <<= 1 }
    self.capacity = capacity
    unsafe bytes = .allocate(byteCount: max(capacity, 1), alignment: 64)
    freed = Atomic(0)
  }

  deinit { unsafe bytes.deallocate() }

  /// The longest message: half the capacity, so that it fits wherever the free bytes begin.
  public var maximumLength: Int { capacity / 2 }

  /// Where a message of `length` bytes would begin if `written` bytes were written so far.
  ///
  /// Messages do not wrap: one that would is moved to the start of the memory.
  func place(_ length: Int, after written: UInt64) -> UInt64 {
    let index = Int(truncatingIfNeeded: written) & (capacity - 1)
    return index + length <= capacity ? written : written &+ UInt64(capacity - index)
  }

  /// Whether the bytes up to `end` are free to be written.
  func isFree(upTo end: UInt64) -> Bool {
    end &- freed.load(ordering: .acquiring) <= UInt64(capacity)
  }

  /// Copies `message` to `position`, which ``place(_:after:)`` gave and ``isFree(upTo:)`` allowed.
  func write(_ message: RawSpan, at position: UInt64) {
    if message.isEmpty { return }
    let index = Int(truncatingIfNeeded: position) & (capacity - 1)
    unsafe message.withUnsafeBytes { source in
      if let start = source.baseAddress {
        unsafe (bytes + index).copyMemory(from: start, byteCount: source.count)
      }
    }
  }

  /// Gives the bytes before `end` back to the producer.
  ///
  /// Only the consumer may call it, with ends that ascend.
  public func free(upTo end: UInt64) { freed.store(end, ordering: .releasing) }

  /// The bytes of the message at `reference`, or nil if there can be no such message.
  @unsafe @usableFromInline func bytes(at reference: PayloadReference) -> UnsafeRawBufferPointer? {
    let length = Int(reference.length)
    guard capacity > 0, length <= maximumLength else { return nil }
    let index = Int(truncatingIfNeeded: reference.offset) & (capacity - 1)
    guard index + length <= capacity else { return nil }
    return unsafe UnsafeRawBufferPointer(start: bytes + index, count: length)
  }

  /// Lets `body` read two texts that lie one behind the other from `offset` on.
  ///
  /// - Precondition: they were written there together.
  func withTexts(_ offset: UInt64, _ first: Int, _ second: Int, _ body: (RawSpan, RawSpan) -> Void)
  {
    guard first + second > 0 else { return body(RawSpan(), RawSpan()) }
    let reference = PayloadReference(offset: offset, length: UInt32(first + second))
    guard let bytes = unsafe bytes(at: reference) else { preconditionFailure("no such texts") }
    body(
      unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: bytes[0..<first])),
      unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: bytes[first...]))
    )
  }

  /// Lets `body` read the message at `reference`, or returns nil if there can be no such message.
  public func withMessage<Result, Failure: Error>(
    _ reference: PayloadReference,
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let bytes = unsafe bytes(at: reference) else { return nil }
    return try body(unsafe RawSpan(_unsafeBytes: bytes))
  }
}
