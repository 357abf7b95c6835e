/// How the times of several recordings are put side by side.
public enum MergeAlignment: Sendable, Equatable {
  /// As they are: all were taken by one clock.
  case clock
  /// The first message of each is moved to that of the first recording.
  case start
  /// Each but the first is moved by its own offset, in ns.
  case offsets([Int64])
  /// Each begins so many ns behind the end of the one before it.
  case append(gap: UInt64)

  /// The choice, as pairs of a metadata record.
  var entries: [(key: String, value: String)] {
    switch self {
    case .clock: [("align", "clock")]
    case .start: [("align", "start")]
    case .offsets: [("align", "offset")]
    case .append(let gap): [("align", "append"), ("gap", String(gap))]
    }
  }
}
