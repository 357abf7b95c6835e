import KymoBridge
import KymoCore
import KymoRecording
import KymoMCAP
import KymoSamples
import KymoSynth

/// What a replay of a session with a page says step by step, in text.
struct PageSteps: OutcomeSink {
  /// One step, as far as it can be told from its event and its texts.
  struct Step: Equatable {
    var timestamp: Int64
    var source: SourceID
    var status: OutcomeStatus
    var request: String?
    var reply: String?
    var cause: ReplyCause?
    var digest: UInt64
  }

  private(set) var steps: [Step] = []

  mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    let hasReply = outcome.replyKind == .text
    steps.append(
      Step(
        timestamp: event.timestamp,
        source: event.source,
        status: outcome.status,
        request: event.kind == .message ? message.text : nil,
        reply: hasReply ? reply.text : nil,
        cause: hasReply ? outcome.reply.textReply.cause : nil,
        digest: digest
      )
    )
  }
}

extension MemoryRecording {
  /// The steps of a replay, with their texts.
  func pageSteps(_ options: ReplayOptions = ReplayOptions()) throws -> [PageSteps.Step] {
    try replay(PageSteps(), options).sink.steps
  }

  /// A short session with a page, recorded with its trace.
  ///
  /// Made once from inputs, by replaying them, as `kymo synth` does.
  static func page(
    seed: UInt64,
    seconds: Int64 = 40,
    mode: CallMode = .strict
  ) throws -> (recording: MemoryRecording, inputs: [SessionInput]) {
    let session = PageSession(
      of: CatalogScript.self,
      seed: seed,
      durationNanoseconds: seconds * 1_000_000_000,
      accelerometerHertz: 20,
      mode: mode
    )
    let sink = MCAPMemorySink()
    var writer = try SessionWriter(sink, description: session.description, hasTrace: false)
    for input in session.inputs {
      if input.event.kind == .message {
        try input.text.withRawSpan { (text) throws(MCAPError) in
          try writer.append(input.event, message: text)
        }
      } else {
        try writer.append(input.event)
      }
    }
    _ = try writer.finish(nil)
    let recorded = try MemoryRecording(sink.bytes).recorded()
    return (try MemoryRecording(recorded.bytes), session.inputs)
  }
}
