import KymoCore
import KymoSynth

/// Events to record.
enum Samples {
  /// Samples of a phone on a table at 1 kHz.
  static func still(_ count: Int) -> [Event] {
    let session = SyntheticSession(
      kind: .still,
      seed: 1,
      durationNanoseconds: 1 << 50,
      accelerometerHertz: 1000,
      locationHertz: 0.001
    )
    return numbered(session.lazy.filter { $0.kind == .acceleration }.prefix(count))
  }

  /// A walk, samples at 100 Hz and fixes at 1 Hz.
  static func walk(_ count: Int) -> [Event] {
    numbered(SyntheticSession(kind: .walk, seed: 1, durationNanoseconds: 1 << 50).prefix(count))
  }

  private static func numbered(_ events: some Sequence<Event>) -> [Event] {
    var sequences = [UInt32](repeating: 0, count: 256)
    return events.map { event in
      var event = event
      let source = Int(event.source.rawValue)
      event.sequence = sequences[source]
      sequences[source] += 1
      return event
    }
  }

  /// The CDR bodies of samples, one behind the other: four bytes of header, then three or six words.
  static func bodies(_ events: [Event]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(52 * events.count)
    for event in events {
      bytes += [0, 1, 0, 0]
      let payload = event.payload
      var words = [payload.word0, payload.word1, payload.word2]
      if event.kind == .location { words += [payload.word3, payload.word4, payload.word5] }
      for word in words {
        for shift in stride(from: 0, to: 64, by: 8) {
          bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
        }
      }
    }
    return bytes
  }
}
