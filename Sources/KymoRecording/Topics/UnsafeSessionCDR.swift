import KymoCore

/// The CDR forms of a session's messages: 4 bytes of encapsulation, then the fields, little-endian.
///
/// SAFETY: every value stored is an integer or a word of a payload, so any bytes are valid; `append`
/// checks the room in the span that the writer sized for the message.
enum UnsafeSessionCDR {
  /// The encapsulation header of little-endian plain CDR: bytes 00 01 00 00.
  static var header: UInt32 { 0x0000_0100 }
  /// Bytes of an accelerometer sample.
  static var accelerationBytes: Int { 28 }
  /// Bytes of a location.
  static var locationBytes: Int { 52 }
  /// Bytes of a step without its reply.
  static var stepBytes: Int { 32 }
  /// Bytes of a digest.
  static var digestBytes: Int { 20 }
  /// Bytes of a NavSatFix with the frame "phone".
  static var fixBytes: Int { 4 + 121 }

  @inline(__always)
  static func acceleration(_ payload: Payload, into output: inout OutputRawSpan) {
    unsafe output.append(header, as: UInt32.self)
    unsafe output.append(payload.word0, as: UInt64.self)
    unsafe output.append(payload.word1, as: UInt64.self)
    unsafe output.append(payload.word2, as: UInt64.self)
  }

  @inline(__always)
  static func location(_ payload: Payload, into output: inout OutputRawSpan) {
    acceleration(payload, into: &output)
    unsafe output.append(payload.word3, as: UInt64.self)
    unsafe output.append(payload.word4, as: UInt64.self)
    unsafe output.append(payload.word5, as: UInt64.self)
  }

  /// A sample of any size.
  static func sample(_ payload: Payload, _ count: Int, into output: inout OutputRawSpan) {
    unsafe output.append(header, as: UInt32.self)
    for offset in 0..<count {
      let word = payload.word(offset >> 3) >> UInt64((offset & 7) << 3)
      unsafe output.append(UInt8(truncatingIfNeeded: word), as: UInt8.self)
    }
  }

  /// Whether the reply of a step is its input again, so that it is not written.
  @inline(__always)
  static func repeatsInput(_ event: borrowing Event, _ outcome: borrowing Outcome) -> Bool {
    guard outcome.replyKind.byteCount > 0, event.kind != .none, !event.kind.isReference,
      event.source != .device
    else { return false }
    let (reply, input) = (outcome.reply, event.payload)
    return reply.word0 == input.word0 && reply.word1 == input.word1 && reply.word2 == input.word2
  }

  @inline(__always)
  static func step(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    repeatsInput: Bool,
    into output: inout OutputRawSpan
  ) {
    let (layout, start) = (TraceStepLayout.current, output.byteCount)
    let replyBytes = repeatsInput ? 0 : outcome.replyKind.byteCount
    unsafe output.append(header, as: UInt32.self)
    assert(output.byteCount == start + layout.index)
    unsafe output.append(outcome.index, as: UInt64.self)
    assert(output.byteCount == start + layout.sequence)
    unsafe output.append(event.sequence, as: UInt32.self)
    unsafe output.append(event.command.rawValue, as: UInt16.self)
    unsafe output.append(event.source.rawValue, as: UInt8.self)
    assert(output.byteCount == start + layout.status)
    unsafe output.append(outcome.status.rawValue, as: UInt8.self)
    unsafe output.append(outcome.stage.rawValue, as: UInt8.self)
    unsafe output.append(outcome.handler, as: UInt8.self)
    unsafe output.append(outcome.errorCode, as: UInt16.self)
    assert(output.byteCount == start + layout.replyKind)
    // The kind, whether the reply is left out, and two bytes of padding.
    let kind = UInt32(outcome.replyKind.rawValue) | (repeatsInput ? 1 << 8 : 0)
    unsafe output.append(kind, as: UInt32.self)
    unsafe output.append(UInt32(replyBytes), as: UInt32.self)
    assert(output.byteCount == start + layout.reply && layout.reply == stepBytes)
    if replyBytes > 0 {
      unsafe output.append(outcome.reply.word0, as: UInt64.self)
      unsafe output.append(outcome.reply.word1, as: UInt64.self)
      unsafe output.append(outcome.reply.word2, as: UInt64.self)
    }
  }

  /// The digest over so many steps.
  static func digest(_ digest: UInt64, of count: UInt64, into output: inout OutputRawSpan) {
    unsafe output.append(header, as: UInt32.self)
    unsafe output.append(count, as: UInt64.self)
    unsafe output.append(digest, as: UInt64.self)
  }

  /// A sensor_msgs/msg/NavSatFix of a location, for map viewers.
  static func fix(_ location: Location, at time: Int64, into output: inout OutputRawSpan) {
    let (seconds, nanoseconds) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
    unsafe output.append(header, as: UInt32.self)
    unsafe output.append(Int32(clamping: seconds), as: Int32.self)
    unsafe output.append(UInt32(nanoseconds), as: UInt32.self)
    unsafe output.append(UInt32(6), as: UInt32.self)
    for byte in "phone\0".utf8 { unsafe output.append(byte, as: UInt8.self) }
    unsafe output.append(UInt8(0), as: UInt8.self)  // Status: a fix.
    unsafe output.append(UInt8(0), as: UInt8.self)  // Padding.
    unsafe output.append(UInt16(0), as: UInt16.self)  // Service unknown.
    unsafe output.append(UInt16(0), as: UInt16.self)  // Padding, to 24 bytes.
    unsafe output.append(location.latitude.bitPattern, as: UInt64.self)
    unsafe output.append(location.longitude.bitPattern, as: UInt64.self)
    unsafe output.append(location.altitude.bitPattern, as: UInt64.self)
    // East-north-up, row-major, m²: only the diagonal, and only if the accuracies are known.
    let horizontal = Double(location.horizontalAccuracy) * Double(location.horizontalAccuracy)
    let vertical = Double(location.verticalAccuracy) * Double(location.verticalAccuracy)
    let isKnown = horizontal.isFinite
    for index in 0..<9 {
      var variance = 0.0
      if isKnown, index == 0 || index == 4 { variance = horizontal }
      if isKnown, index == 8, vertical.isFinite { variance = vertical }
      unsafe output.append(variance.bitPattern, as: UInt64.self)
    }
    unsafe output.append(UInt8(isKnown ? 1 : 0), as: UInt8.self)
  }
}
