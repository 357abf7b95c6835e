/// Whether a writer can go on, for threads that do not write.
///
/// SAFETY: of the output only its first failure is read, which is stored once, before the flag that is read first.
@safe package struct MCAPWriterHealth: @unchecked Sendable {
  private let output: MCAPOutput

  init(_ output: MCAPOutput) { self.output = output }

  /// Why nothing is written any more; nil as long as all is well.
  ///
  /// - Complexity: O(1); one atomic load as long as all is well.
  package var failure: MCAPError? { output.firstFailure }
}
