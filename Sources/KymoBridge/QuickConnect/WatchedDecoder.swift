import KymoCore

/// A decoder that tells a ``CallWatch`` what the one within it makes of a request.
final class WatchedDecoder: RequestDecoder {
  private let decoder: RequestDecoder
  private let watch: CallWatch

  init(_ decoder: RequestDecoder, _ watch: CallWatch) {
    self.decoder = decoder
    self.watch = watch
  }

  override var textCapacity: Int { decoder.textCapacity }

  override func decode(
    _ text: RawSpan,
    into parameters: inout Parameters
  ) throws(HandlerError) {
    try decoder.decode(text, into: &parameters)
    guard watch.isOn else { return }
    for index in 0..<parameters.count {
      guard let value = parameters[index] else { continue }
      if let text = value.textReference {
        let copied = parameters.withText(text) { $0.text }
        watch.parameters.append(CallValue(value, text: copied))
      } else {
        watch.parameters.append(CallValue(value))
      }
    }
  }
}
