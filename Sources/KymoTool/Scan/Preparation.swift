import KymoCommandLine
import KymoTrials

/// A command that is run before each of several runs, and not measured: to drop caches, or to set a machine up.
struct Preparation {
  /// `--prepare COMMAND`.
  static let option = OptionSpecification(
    "prepare",
    "COMMAND",
    help: "A shell command to run before each of several runs; it is not measured."
  )

  private let command: String

  /// Takes a command for sh.
  init(command: String) { self.command = command }

  /// Takes what the command line says; nil if it says nothing.
  init?(_ arguments: ParsedArguments) {
    guard let command = arguments.textIfGiven(Self.option.name) else { return nil }
    self.init(command: command)
  }

  /// Runs it.
  ///
  /// - Parameters:
  ///   - what: before what, for the message.
  ///   - interrupt: whether to stop.
  /// - Throws: that it failed, with the last line of what it said.
  func run(before what: String, _ interrupt: Interrupt) throws(CommandFailure) {
    let outcome = try CommandFailure.of(
      try UnsafeChildProcess.run(["sh", "-c", command], shouldStop: { interrupt.isRequested })
    )
    guard outcome.end != .exited(0), outcome.end != .interrupted else { return }
    let said = outcome.lastLines()
    throw CommandFailure(
      "--prepare failed before \(what), \(outcome.ending)\(said.isEmpty ? "" : ": \(said)")"
    )
  }
}
