import KymoCore
import KymoMCAP
import KymoRecording

extension Recorder {
  /// Records an event that was completed without a reply.
  mutating func record(_ event: Event, _ message: [UInt8] = []) {
    message.withRawSpan { message in
      record(
        event,
        Outcome(index: 0, status: .completed),
        digest: 0,
        message: message,
        reply: RawSpan()
      )
    }
  }
}
