/// The verdict on a task.
package enum CorpusVerdict: String, Sendable, CaseIterable {
  /// It was measured, and nothing speaks against it.
  case measured
  /// It was measured: the replay differs from the recording.
  case diverged
  /// It was measured as far as the recording goes.
  case partial
  /// It was measured, but the figures must not be compared.
  case invalid
  /// It was measured: a limit that the command sets is broken.
  case broken
  /// The build could not do it.
  case failed

  /// Whether there is nothing more to find out: the same task again would say the same.
  package var isFinal: Bool {
    switch self {
    case .measured, .diverged, .partial, .broken: true
    case .invalid, .failed: false
    }
  }

  /// Takes the verdict on a task from the exit status of its build; nil if that says nothing of it.
  package init?(exit status: Int32, of kind: CorpusTaskKind) {
    switch status {
    case 0: self = .measured
    case 2 where kind != .replay: self = .broken
    case 4 where kind == .replay: self = .diverged
    case 3: self = kind == .replay ? .partial : .invalid
    default: return nil
    }
  }
}
