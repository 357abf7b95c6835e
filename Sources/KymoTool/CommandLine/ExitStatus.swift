/// What the process says to the shell when it ends.
///
/// The numbers are part of the interface: scripts and CI jobs branch on them.
enum ExitStatus: Int32, Sendable {
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
}
