import KymoRecording

extension RowCleaner {
  /// Leaves out what was measured before the recording was started.
  mutating func dropCached(
    _ log: inout ImportLog,
    explanation: String? = nil
  ) throws(ImportError) {
    guard let first = rows.firstIndex(where: { $0.elapsed ?? 0 < 0 }) else { return }
    var kept = first
    for index in first..<rows.count {
      if rows[index].elapsed ?? 0 < 0 {
        try log.repair(.cachedRow, file: file, line: rows[index].line, explanation: explanation)
      } else {
        rows[kept] = rows[index]
        kept += 1
      }
    }
    rows.removeSubrange(kept...)
  }
}
