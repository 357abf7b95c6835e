public import KymoMCAP

extension Recorder {
  /// Waits for the threads and ends the recording of an edited one, with all that travels with that.
  ///
  /// - Parameters:
  ///   - result: the run's digests and losses.
  ///   - file: the recording whose lineage, metadata and attachments are copied.
  /// - Returns: the statistics of the file.
  /// - Throws: as ``finish(_:attaching:adding:)``; what is wrong with the other recording.
  public consuming func finish(
    _ result: SessionResult,
    with file: SessionFile
  ) throws(MCAPError) -> MCAPStatistics {
    try finish(result) { (writer) throws(MCAPError) in
      for step in file.lineage { try writer.append(step.record) }
      var report = EditReport()
      do throws(EditingError) {
        var extras = CopiedExtras(keepsCapture: true)
        try extras.copy(from: file, number: 0, to: &writer, &report)
      } catch {
        switch error {
        case .source(_, .file(let error)), .output(let error): throw error
        case .source(_, .content(let problem)): throw MCAPError(.malformed, at: 0, problem)
        }
      }
    }
  }
}
