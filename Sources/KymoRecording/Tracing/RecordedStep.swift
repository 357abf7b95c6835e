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
    return TraceStepLayout(schema: catalog.schema(channel.schemaID)?.name ?? "")
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
    do throws(TraceStepHead.Problem) {
      self = try decoder.withData(of: message) { data throws(TraceStepHead.Problem) in
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
    self.init(data, at: time, layout: TraceStepLayout(schema: schema))
  }

  /// Reads the data of a message of a trace; nil if it is no step.
  init?(_ data: RawSpan, at time: UInt64, layout: TraceStepLayout) {
    do throws(TraceStepHead.Problem) {
      self = try RecordedStep(data, at: time, layout)
    } catch { return nil }
  }

  private init(
    _ data: RawSpan,
    at time: UInt64,
    _ layout: TraceStepLayout
  ) throws(TraceStepHead.Problem) {
    let head = try TraceStepHead(data, layout)
    guard let timestamp = Int64(exactly: time) else { throw .noStep }
    repeatsInput = head.repeatsInput
    var reply = Payload()
    if head.replyBytes > 0 {
      reply.word0 = data.load(at: layout.reply)
      reply.word1 = data.load(at: layout.reply + 8)
      reply.word2 = data.load(at: layout.reply + 16)
    }
    let outcome = Outcome(
      index: data.load(at: layout.index),
      status: head.status,
      stage: head.stage,
      handler: data.load(at: layout.handler),
      errorCode: data.load(at: layout.errorCode),
      replyKind: head.replyKind,
      reply: reply
    )
    event = Event(
      timestamp: timestamp,
      sequence: data.load(at: layout.sequence),
      command: head.command,
      source: head.source,
      kind: .none,
      payload: Payload()
    )
    let digest: UInt64 = layout.digest.map { data.load(at: $0) } ?? 0
    step = TraceStep(outcome: outcome, digest: digest)
  }
}
