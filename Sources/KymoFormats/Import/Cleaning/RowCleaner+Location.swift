import KymoCore
import KymoRecording

extension RowCleaner where Row == LocationRow {
  /// Delivers fixes from before the start at the start, as the phone did; their own time stays.
  mutating func deliverCached(_ log: inout ImportLog) throws(ImportError) {
    for index in rows.indices {
      guard let elapsed = rows[index].elapsed, elapsed < 0 else { continue }
      try log.repair(.cachedFix, file: file, line: rows[index].line)
      rows[index].deliverAtStart()
    }
  }

  /// Leaves out fixes with the time and the position of the one before.
  mutating func dropRepeated(_ log: inout ImportLog) throws(ImportError) {
    var kept = 0
    for index in rows.indices {
      if kept > 0, rows[index].repeats(rows[kept - 1]) {
        try log.repair(.repeatedFix, file: file, line: rows[index].line)
        continue
      }
      rows[kept] = rows[index]
      kept += 1
    }
    rows.removeSubrange(kept...)
  }
}
