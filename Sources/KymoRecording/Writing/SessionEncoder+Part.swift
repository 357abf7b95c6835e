import KymoCore
import KymoMCAP

extension SessionEncoder where Output: ~Copyable {
  /// How many steps the session has so far, and the digest over them; nil if none of them is in this recording.
  var stepCount: UInt64? { last?.count }
  var digest: UInt64? { last?.digest }

  /// The result of a part of a session that another file goes on with: how far it goes, and what its digest is.
  ///
  /// What the app counted, and the digests of the channels, are in the last part.
  func resultUntilNext(_ next: SessionPart, after part: SessionPart) -> SessionResult {
    var result = SessionResult(app: app, commands: commands, digest: TraceDigest())
    result.channelDigests = []
    result.events = next.stepsBefore - part.stepsBefore
    result.digest = next.digestBefore
    result.passedUntilNext = next.passedBefore
    return result
  }

  /// The error of an event that the container cannot hold.
  static func beforeZero(_ event: borrowing Event, at offset: UInt64) -> MCAPError {
    let problem = "an event at \(event.timestamp) ns lies before time zero"
    return MCAPError(.malformed, at: offset, problem)
  }
}
