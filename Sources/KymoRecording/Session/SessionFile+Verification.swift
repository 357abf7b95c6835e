public import KymoCore
import KymoMCAP

extension SessionFile {
  /// The sink that holds a replay against the trace; none if the recording has no trace.
  ///
  ///     var result = Replay.run(events, table: table, sink: file.verifier())
  ///     let verification = file.verification(of: result, by: &result.sink)
  public func verifier() -> OptionalSink<Verifier> {
    guard hasTrace else { return .none }
    // The trace of a recording that was never finished may end before the replay does.
    return OptionalSink(Verifier(TraceReader(source, scan: scan), allowsEnd: result == nil))
  }

  /// Whether a replay is what the recording says: its trace, step by step, and its digest.
  ///
  /// - Parameters:
  ///   - digest: what the replay came to.
  ///   - wasInterrupted: whether it was stopped early, so that nothing can be said.
  ///   - verifier: from ``verifier()``, after the replay.
  /// - Returns: the answer. A divergence has the text of the expected reply, if the file has it.
  /// - Complexity: O(1), or O(file) for a replay that differs.
  public func verification(
    of digest: TraceDigest,
    wasInterrupted: Bool = false,
    by verifier: inout OptionalSink<Verifier>
  ) -> Verification {
    verifier.sink?.finish()
    if let failure = verifier.sink?.failure { return .unreadable(failure) }
    if wasInterrupted { return .notCompared(.interrupted) }
    if var divergence = verifier.sink?.divergence {
      if divergence.expected != nil, divergence.expected?.reply == nil {
        divergence.expected?.reply = replyText(ofStep: divergence.index)
      }
      return .differs(divergence)
    }
    guard result != nil || hasTrace else { return .notCompared(.nothingRecorded) }
    if let result, result.digest != digest.total || result.events != digest.count {
      return .differs(nil)
    }
    return .identical(steps: verifier.sink?.agreedCount ?? 0)
  }

  /// Replays the recording through an app at maximum speed, and says whether it is what it was.
  ///
  ///     let file = try SessionFile(path: "walk.mcap")
  ///     let verification = try file.verify(through: AppInstance(StepCounter.self, setup: AppSetup(file)))
  ///     guard verification.holds else { … }
  ///
  /// - Throws: ``SessionError`` if the inputs cannot be read to their end.
  /// - Complexity: O(file).
  public func verify(through app: consuming AppInstance) throws(SessionError) -> Verification {
    var replayed = Replay.run(try events(app.routing), table: app.table, sink: verifier())
    if let failure = replayed.failure { throw failure }
    return verification(of: replayed.digest, by: &replayed.sink)
  }
}
