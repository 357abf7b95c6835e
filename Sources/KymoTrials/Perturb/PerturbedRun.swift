package import KymoRecording

/// The outcome of one replay in changed surroundings.
package enum PerturbedRun {
  /// Its recording is that of the reference.
  case same
  /// Its recording differs from that of the reference.
  case differs(RecordingComparison)
  /// It did not come to its end: how it ended.
  case failed(String)

  /// Whether it did as the reference did.
  package var isSame: Bool {
    if case .same = self { return true }
    return false
  }
}
