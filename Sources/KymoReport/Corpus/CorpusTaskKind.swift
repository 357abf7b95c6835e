/// The kind of result that the command of a task gives.
package enum CorpusTaskKind: String, Equatable, Sendable {
  /// A digest, compared with that of the recording.
  case replay
  /// Times under load.
  case load
  /// Instructions, allocations and system calls.
  case counts

  /// The kind of a command.
  init(_ words: [String]) {
    switch words.first {
    case "count": self = .counts
    // Manifests of former builds count so.
    case "bench" where words.contains("--instructions"): self = .counts
    case "bench": self = .load
    default: self = .replay
    }
  }

  /// Whether a command measures times under load.
  package static func isLoad(_ words: [String]) -> Bool { CorpusTaskKind(words) == .load }

  /// Whether another task on the same machine spoils it.
  package var wantsMachineAlone: Bool { self == .load }
}
