public import KymoCore
import KymoMCAP

/// A step as a trace has it.
public struct RecordedStep: Sendable {
  /// The event's header; its payload is not in the trace, and is zeros.
  public var event: Event
  /// The outcome, and the digest after it; 0 in recordings whose steps have none.
  public var step: TraceStep
  /// Whether the reply is that of the input again, and left out here: then it is zeros.
  public var repeatsInput = false

  /// How the steps of a channel are laid out; nil if it is no trace.
  static func layout(of channel: UInt16, in catalog: MCAPCatalog) -> TraceStepLayout? {
    guard let channel = catalog.channel(channel), channel.topic == SessionTopic.trace.name else {
      return nil
    }
    let isFormer = catalog.schema(channel.schemaID)?.name == SessionTopic.formerStepSchema
    return isFormer ? .former : .current
  }

  /// Reads a message of a trace.
  ///
  /// - Throws: `malformed`, with the chunk's byte.
  init(
    _ message: MCAPMessageView,
    _ layout: TraceStepLayout,
    in decoder: borrowing MCAPChunkDecoder,
    at offset: UInt64
  ) throws(MCAPError) {
    let start = message.dataOffset
    guard message.dataLength >= layout.bytes,
      decoder.load(at: start, as: UInt16.self) == 0x100,
      let timestamp = Int64(exactly: message.logTime),
      let status = OutcomeStatus(rawValue: decoder.load(at: start + layout.status)),
      let stage = Stage(rawValue: decoder.load(at: start + layout.stage))
    else {
      throw .record(.malformed, "chunk", at: offset, "a message of /trace is no kymograph step")
    }
    let kind = ReplyKind(rawValue: decoder.load(at: start + layout.replyKind))
    if let place = layout.repeatsInput {
      repeatsInput = decoder.load(at: start + place, as: UInt8.self) != 0
    }
    let replyBytes = Int(decoder.load(at: start + layout.replyLength, as: UInt32.self))
    guard replyBytes == (repeatsInput ? 0 : kind.byteCount),
      message.dataLength >= layout.bytes + replyBytes
    else {
      throw .record(.malformed, "chunk", at: offset, "a step of /trace has a reply of another size")
    }
    var reply = Payload()
    if replyBytes > 0 {
      reply.word0 = decoder.load(at: start + layout.reply)
      reply.word1 = decoder.load(at: start + layout.reply + 8)
      reply.word2 = decoder.load(at: start + layout.reply + 16)
    }
    let outcome = Outcome(
      index: decoder.load(at: start + layout.index),
      status: status,
      stage: stage,
      handler: decoder.load(at: start + layout.handler),
      errorCode: decoder.load(at: start + layout.errorCode),
      replyKind: kind,
      reply: reply
    )
    event = Event(
      timestamp: timestamp,
      sequence: decoder.load(at: start + layout.sequence),
      command: CommandID(rawValue: decoder.load(at: start + layout.command)),
      source: SourceID(rawValue: decoder.load(at: start + layout.source)),
      kind: .none,
      payload: Payload()
    )
    let digest: UInt64 = layout.digest.map { decoder.load(at: start + $0) } ?? 0
    step = TraceStep(outcome: outcome, digest: digest)
  }
}
