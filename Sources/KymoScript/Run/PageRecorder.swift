public import KymoCore
public import KymoMCAP
public import KymoRecording

/// The sink that records what came of a page's session, and what the page asked its user.
public struct PageRecorder: OutcomeSink, ~Copyable {
  private var recorder: Recorder
  private let link: PageLink
  private var sequence: UInt32 = 0

  /// Records what a link says from now on.
  ///
  /// - Parameters:
  ///   - recorder: writes the recording.
  ///   - link: the page's end, loaded or not.
  public init(_ recorder: consuming Recorder, of link: PageLink) {
    self.recorder = recorder
    self.link = link
    link.dialogs.areKept = true
  }

  /// Records an event and what came of it.
  public mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    recordDialogs(before: event.timestamp, event.source)
    recorder.record(event, outcome, digest: digest, message: message, reply: reply)
  }

  /// Records an event that no handler saw.
  public mutating func pass(_ event: borrowing Event, message: RawSpan) {
    recordDialogs(before: event.timestamp, event.source)
    recorder.pass(event, message: message)
  }

  /// Records what was asked before an event, in the order in which a replay finds it: by time and source.
  private mutating func recordDialogs(before time: Int64, _ source: SourceID) {
    while let dialog = link.dialogs.next,
      dialog.time < time
        || dialog.time == time && source.rawValue > SourceID.dialog.rawValue
    {
      link.dialogs.take()
      dialog.text.withRawSpan { recorder.pass(dialog.event(sequence), message: $0) }
      sequence &+= 1
    }
  }

  /// Ends the recording: as `Recorder.finish(_:attaching:)`.
  ///
  /// - Throws: why it could not be written.
  public consuming func finish(
    _ result: SessionResult,
    attaching attachments: [MCAPAttachment] = []
  ) throws(MCAPError) -> MCAPStatistics {
    recordDialogs(before: .max, .device)
    return try recorder.finish(result, attaching: attachments)
  }
}
