import KymoRecording
import KymoText

/// The rows of a file that cannot be read, while it is read for one channel.
struct BadRows {
  /// How many rows could be read, whatever became of them.
  var readableCount = 0
  private var count = 0
  private var first: (line: Int, what: String)?
  private var isToldBefore: Bool?

  /// Takes what is known of the file before its first row is read for the channel.
  ///
  /// Rows that are none for any channel are told once, with the first channel that the file is read for.
  mutating func begin(_ file: String, _ log: ImportLog) {
    isToldBefore = isToldBefore ?? log.hasRows(file: file)
  }

  /// Leaves out a row.
  ///
  /// - Parameters:
  ///   - error: why; the caller's, unless it says that a row is malformed.
  ///   - isOfFile: whether the row is none for any channel.
  ///   - isCutOff: whether it is the last one, and has no end.
  ///   - log: gets the repair.
  /// - Throws: other errors; and ``ImportError/repairRefused(_:)`` in strict mode.
  mutating func leaveOut(
    _ error: ImportError,
    isOfFile: Bool,
    isCutOff: Bool,
    _ log: inout ImportLog
  ) throws(ImportError) {
    guard case .malformedRow(let file, let line, let what) = error else { throw error }
    if isCutOff { return try log.repair(.cutOffRow, file: file, line: line) }
    count += 1
    if first == nil { first = (line, what) }
    if isOfFile, isToldBefore == true { return }
    let explanation =
      "\(RepairRule.malformedRow.explanation.dropLast()); the first: \(what.printable)."
    try log.repair(.malformedRow, file: file, line: line, explanation: explanation)
  }

  /// Says that nothing of `file` can be read, if that is so.
  ///
  /// - Throws: ``ImportError/malformedRow(file:line:what:)``, of the first row.
  func checkAny(of file: String) throws(ImportError) {
    guard let first, readableCount == 0 else { return }
    let all = count == 1 ? "" : "; none of its \(count) rows can be read"
    throw .malformedRow(file: file, line: first.line, what: first.what + all)
  }
}
