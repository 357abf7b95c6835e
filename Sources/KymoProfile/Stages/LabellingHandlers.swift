import KymoCore

/// A handler that says what the thread is doing while the one within it runs.
final class LabellingHandler: Handler {
  private let handler: Handler
  private let stage: ProfileStage
  private let label: LabelPlace

  init(_ handler: Handler, _ stage: Stage, _ label: LabelPlace) {
    self.handler = handler
    self.stage = ProfileStage(stage)
    self.label = label
  }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let command = exchange.event.command
    label.set(SampleLabel(command, stage))
    defer { label.set(SampleLabel(command, nil)) }
    return try handler.handle(&exchange)
  }
}

/// A batch handler that says so.
final class LabellingBatchHandler: BatchHandler {
  private let handler: BatchHandler
  private let label: LabelPlace

  init(_ handler: BatchHandler, _ label: LabelPlace) {
    self.handler = handler
    self.label = label
  }

  override func handle(_ batch: inout BatchExchange) throws(HandlerError) {
    let command = batch[0].command
    label.set(SampleLabel(command, .business))
    defer { label.set(SampleLabel(command, nil)) }
    try handler.handle(&batch)
  }
}

/// A decoder that says so; whose text it is, only the dispatcher knows yet.
final class LabellingDecoder: RequestDecoder {
  private let decoder: RequestDecoder
  private let label: LabelPlace

  init(_ decoder: RequestDecoder, _ label: LabelPlace) {
    self.decoder = decoder
    self.label = label
  }

  override var textCapacity: Int { decoder.textCapacity }

  override func decode(
    _ text: RawSpan,
    into parameters: inout Parameters
  ) throws(HandlerError) {
    label.set(SampleLabel(nil, .decode))
    defer { label.set(.none) }
    try decoder.decode(text, into: &parameters)
  }
}
