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

  /// Why a message is no step.
  private enum Problem: Error {
    case noStep, replySize
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
    do throws(Problem) {
      self = try decoder.withData(of: message) { data throws(Problem) in
        try RecordedStep(data, at: message.logTime, layout)
      }
    } catch {
      let text =
        error == .noStep
        ? "a message of /trace is not a kymograph step"
        : "a step of /trace has a reply of another size"
      throw .record(.malformed, "chunk", at: offset, text)
    }
  }

  /// Reads the data of a message of a trace; nil if it is no step.
  ///
  /// - Parameters:
  ///   - data: the data.
  ///   - time: the message's log time.
  ///   - schema: the name of its channel's schema.
  package init?(_ data: RawSpan, at time: UInt64, schema: String) {
    let isFormer = schema == SessionTopic.formerStepSchema
    do throws(Problem) {
      self = try RecordedStep(data, at: time, isFormer ? .former : .current)
    } catch { return nil }
  }

  private init(
    _ data: RawSpan,
    at time: UInt64,
    _ layout: TraceStepLayout
  ) throws(Problem) {
    guard data.byteCount >= layout.bytes, data.load(at: 0, as: UInt16.self) == 0x100,
      let timestamp = Int64(exactly: time),
      let status = OutcomeStatus(rawValue: data.load(at: layout.status)),
      let stage = Stage(rawValue: data.load(at: layout.stage))
    else { throw .noStep }
    let kind = ReplyKind(rawValue: data.load(at: layout.replyKind))
    if let place = layout.repeatsInput {
      repeatsInput = data.load(at: place, as: UInt8.self) != 0
    }
    let replyBytes = Int(data.load(at: layout.replyLength, as: UInt32.self))
    guard replyBytes == (repeatsInput ? 0 : kind.byteCount),
      data.byteCount >= layout.bytes + replyBytes
    else { throw .replySize }
    var reply = Payload()
    if replyBytes > 0 {
      reply.word0 = data.load(at: layout.reply)
      reply.word1 = data.load(at: layout.reply + 8)
      reply.word2 = data.load(at: layout.reply + 16)
    }
    let outcome = Outcome(
      index: data.load(at: layout.index),
      status: status,
      stage: stage,
      handler: data.load(at: layout.handler),
      errorCode: data.load(at: layout.errorCode),
      replyKind: kind,
      reply: reply
    )
    event = Event(
      timestamp: timestamp,
      sequence: data.load(at: layout.sequence),
      command: CommandID(rawValue: data.load(at: layout.command)),
      source: SourceID(rawValue: data.load(at: layout.source)),
      kind: .none,
      payload: Payload()
    )
    let digest: UInt64 = layout.digest.map { data.load(at: $0) } ?? 0
    step = TraceStep(outcome: outcome, digest: digest)
  }
}
