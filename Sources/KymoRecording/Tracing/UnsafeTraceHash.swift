import CXXHash
import KymoCore
import KymoMCAP

/// The hashes of a trace: XXH3, 64 bits, by libxxhash.
///
/// SAFETY: every call gets the address of a local value and exactly its size, or a span's own address and
/// count; the values consist of integers without padding, so that every byte is initialised.
enum UnsafeTraceHash {
  /// The content that is hashed of one event and its outcome: 120 bytes, no padding, no wall clock,
  /// no address.
  struct Content: BitwiseCopyable {
    var timestamp: Int64
    /// Command, source, kind, status, stage, handler, kind of reply.
    var what: UInt64
    /// Sequence and error code.
    var numbers: UInt64
    var payload: Payload
    var reply: Payload
  }

  /// The hash of what happened in one step, whatever went before it.
  ///
  /// Of an event that carries a message, the message's own bytes count and not where they lie.
  @inline(__always)
  static func content(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    _ bytes: RawSpan
  ) -> UInt64 {
    var content = Content(
      timestamp: event.timestamp.littleEndian,
      what: UInt64(event.command.rawValue) | UInt64(event.source.rawValue) << 16
        | UInt64(event.kind.rawValue) << 24 | UInt64(outcome.status.rawValue) << 32
        | UInt64(outcome.stage.rawValue) << 40 | UInt64(outcome.handler) << 48
        | UInt64(outcome.replyKind.rawValue) << 56,
      numbers: UInt64(event.sequence) | UInt64(outcome.errorCode) << 32,
      payload: event.kind.isReference ? message(event.payload.reference, bytes) : event.payload,
      reply: outcome.replyKind == .none ? Payload() : outcome.reply
    )
    return unsafe xxh3_64bits(&content, MemoryLayout<Content>.size)
  }

  /// The hash of a reply's text.
  @inline(never)
  static func text(_ bytes: RawSpan) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe xxh3_64bits($0.baseAddress, $0.count) }
  }

  /// Returns the stand-in for a message: its length, its tag and its hash.
  @inline(never)
  private static func message(_ reference: PayloadReference, _ bytes: RawSpan) -> Payload {
    var payload = Payload()
    payload.word0 = UInt64(reference.length) | UInt64(reference.tag) << 32
    payload.word1 = text(bytes)
    return payload
  }

  /// One link of the chain over all steps.
  @inline(__always)
  static func chain(_ previous: UInt64, _ index: UInt64, _ content: UInt64) -> UInt64 {
    var link = (previous, index, content)
    return unsafe xxh3_64bits(&link, MemoryLayout<(UInt64, UInt64, UInt64)>.size)
  }

  /// One link of the chain over the steps of one source.
  @inline(__always)
  static func chain(_ previous: UInt64, _ content: UInt64) -> UInt64 {
    var link = (previous, content)
    return unsafe xxh3_64bits(&link, MemoryLayout<(UInt64, UInt64)>.size)
  }

  // MARK: The seal

  /// One link of the chain over all schemas and channels.
  static func chain(_ previous: UInt64, _ schema: MCAPSchema) -> UInt64 {
    chain(chain(previous, [String(schema.id), schema.name, schema.encoding]), schema.data)
  }

  /// One link of the chain over all schemas and channels.
  static func chain(_ previous: UInt64, _ channel: MCAPChannel) -> UInt64 {
    let fields = [
      String(channel.id), String(channel.schemaID), channel.topic, channel.messageEncoding,
    ]
    return chain(chain(previous, fields), channel.metadata)
  }

  /// The end of that chain: the pairs of a metadata record, in their order.
  static func chain(_ previous: UInt64, _ map: MCAPStringMap) -> UInt64 {
    chain(previous, map.entries.flatMap { [$0.key, $0.value] })
  }

  /// Texts, each with its length.
  private static func chain(_ previous: UInt64, _ texts: [String]) -> UInt64 {
    texts.reduce(chain(previous, UInt64(texts.count))) { chain($0, Array($1.utf8)) }
  }

  private static func chain(_ previous: UInt64, _ bytes: [UInt8]) -> UInt64 {
    chain(previous, UInt64(bytes.count), bytes.withRawSpan(0..<bytes.count) { text($0) })
  }
}
