import KymoCore
import KymoMCAP

extension SessionEncoder where Output: ~Copyable {
  /// The part that goes on behind this recording.
  ///
  /// - Parameter passed: how many inputs no handler was to see, in all parts so far.
  /// - Returns: its place in the session.
  func nextPart(passed: UInt64) -> SessionPart {
    let part = description.part ?? SessionPart()
    return SessionPart(
      number: part.number + 1,
      stepsBefore: last?.count ?? part.stepsBefore,
      passedBefore: passed,
      digestBefore: last?.digest ?? part.digestBefore
    )
  }

  /// The result of a part of a session that another file goes on with: how far it goes, and what its digest is.
  ///
  /// What the app counted, and the digests of the channels, are in the last part.
  func result(until next: SessionPart) -> SessionResult {
    var result = SessionResult(app: app, commands: commands, digest: TraceDigest())
    result.channelDigests = []
    result.events = next.stepsBefore - (description.part?.stepsBefore ?? 0)
    result.digest = next.digestBefore
    result.passedUntilNext = next.passedBefore
    return result
  }

  /// The result of a whole run as its last part has it, which counts its own steps.
  func result(ofLast result: SessionResult) -> SessionResult {
    var result = result
    result.events -= min(result.events, description.part?.stepsBefore ?? 0)
    return result
  }

  /// The error of an event that the container cannot hold.
  static func beforeZero(_ event: borrowing Event, at offset: UInt64) -> MCAPError {
    let problem = "an event at \(event.timestamp) ns lies before time zero"
    return MCAPError(.malformed, at: offset, problem)
  }
}
