import KymoCore
package import KymoRecording

/// The replies of handlers to the events of a capture.
package struct DispatchedReplies {
  /// How they differ from those that were captured.
  package let differences: ReplyDifferences
  /// The digest of the outcomes.
  package let digest: UInt64

  /// Dispatches the events of a capture in their order, and compares the replies.
  ///
  /// - Parameters:
  ///   - commands: the capture.
  ///   - app: whose handlers they go through.
  ///   - ignored: what may differ.
  package init(
    _ commands: CaptureInputs,
    _ app: consuming AppInstance,
    ignoring ignored: IgnoredParts
  ) {
    var source = commands.source(app.routing)
    var pipeline = Pipeline(table: app.table, sink: Tracer(ReplyCollector()))
    var producer = pipeline.addLane(
      minimumCapacity: EventListSource.blockLength,
      arenaBytes: commands.arenaBytes
    )
    _ = pipeline.play(&source, into: &producer)
    pipeline.finish()
    let tracer = pipeline.takeSink()
    var comparison = ReplyComparison(ignoring: ignored)
    for (index, input) in commands.inputs.enumerated() {
      let cause = ReplyCause.request(input.event.source, input.event.sequence)
      comparison.add(input, tracer.sink.replies[cause], index: index)
    }
    differences = comparison.result
    digest = tracer.digest.total
  }
}
