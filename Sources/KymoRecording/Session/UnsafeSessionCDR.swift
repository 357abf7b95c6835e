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
  static var stepBytes: Int { TraceStepLayout.bytes }
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

  @inline(__always)
  static func step(
    _ event: borrowing Event,
    _ step: borrowing TraceStep,
    into output: inout OutputRawSpan
  ) {
    let outcome = step.outcome
    let start = output.byteCount
    unsafe output.append(header, as: UInt32.self)
    assert(output.byteCount == start + TraceStepLayout.index)
    unsafe output.append(outcome.index, as: UInt64.self)
    unsafe output.append(step.digest, as: UInt64.self)
    assert(output.byteCount == start + TraceStepLayout.sequence)
    unsafe output.append(event.sequence, as: UInt32.self)
    unsafe output.append(event.command.rawValue, as: UInt16.self)
    unsafe output.append(event.source.rawValue, as: UInt8.self)
    assert(output.byteCount == start + TraceStepLayout.status)
    unsafe output.append(outcome.status.rawValue, as: UInt8.self)
    unsafe output.append(outcome.stage.rawValue, as: UInt8.self)
    unsafe output.append(outcome.handler, as: UInt8.self)
    unsafe output.append(outcome.errorCode, as: UInt16.self)
    assert(output.byteCount == start + TraceStepLayout.replyKind)
    // One byte and three of padding.
    unsafe output.append(UInt32(outcome.replyKind.rawValue), as: UInt32.self)
    unsafe output.append(UInt32(outcome.replyKind.byteCount), as: UInt32.self)
    assert(output.byteCount == start + TraceStepLayout.reply)
    if outcome.replyKind != .none {
      unsafe output.append(outcome.reply.word0, as: UInt64.self)
      unsafe output.append(outcome.reply.word1, as: UInt64.self)
      unsafe output.append(outcome.reply.word2, as: UInt64.self)
    }
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
