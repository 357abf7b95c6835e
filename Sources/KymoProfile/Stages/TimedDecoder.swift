import KymoCore

/// A decoder that notes when the one within it begins and ends.
final class TimedDecoder: RequestDecoder {
  private let decoder: RequestDecoder
  private let watch: StageWatch

  init(_ decoder: RequestDecoder, _ watch: StageWatch) {
    self.decoder = decoder
    self.watch = watch
  }

  override var textCapacity: Int { decoder.textCapacity }

  override func decode(
    _ text: RawSpan,
    into parameters: inout Parameters
  ) throws(HandlerError) {
    let log = watch.log
    log.enter()
    defer { log.leave(.decode, nil) }
    try decoder.decode(text, into: &parameters)
  }
}
