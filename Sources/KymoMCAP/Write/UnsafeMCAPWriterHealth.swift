/// Whether a writer can go on, for threads that do not write.
///
/// SAFETY: of the output only its first failure is read, which is stored once, before the flag that is read first, and
/// numbers that are atomic.
@safe package struct MCAPWriterHealth: @unchecked Sendable {
  private let output: MCAPOutput

  init(_ output: MCAPOutput) { self.output = output }

  /// Why nothing is written any more; nil as long as all is well.
  ///
  /// - Complexity: O(1); one atomic load as long as all is well.
  package var failure: MCAPError? { output.firstFailure }

  /// How many messages of the channels that are not apart a reader of the file finds now, if it is written in chunks.
  ///
  /// Once there is a ``failure`` the number is final.
  ///
  /// - Complexity: O(1); two atomic loads.
  package var savedMessages: UInt64 { output.savedMessages }
}
