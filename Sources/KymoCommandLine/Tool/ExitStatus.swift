/// The status that the process tells the shell when it ends.
///
/// The numbers are part of the interface: scripts and CI jobs branch on them.
package enum ExitStatus: Int32, Sendable {
  /// The command did what it was asked to do.
  case success = 0
  /// The input or the run failed.
  case failure = 1
  /// A gate found a regression.
  case regression = 2
  /// The result is partial, or the run is not valid as a measurement.
  case partial = 3
  /// A replay gave another result than the recording.
  case diverged = 4
  /// The command line itself was wrong.
  case usage = 64
  /// The tool is not made as a tool must be.
  case unfit = 70
  /// Nothing was found out, and another try may: EX_TEMPFAIL, which schedulers are told to repeat.
  case temporary = 75
}

extension ExitStatus {
  /// Those that a command ends with.
  package static let documented: [ExitStatus] = [
    .success, .failure, .regression, .partial, .diverged, .usage,
  ]

  /// The meaning, in a sentence.
  package var summary: String {
    switch self {
    case .success: "The command did what it was asked to do."
    case .failure: "The input or the run failed."
    case .regression: "A gate found a regression."
    case .partial: "The result is partial, or the run is not valid as a measurement."
    case .diverged: "A replay gave another result than the recording."
    case .usage: "The command line was wrong."
    case .temporary: "Nothing was found out, and another try may."
    case .unfit: "The tool is not made as a tool must be."
    }
  }
}
