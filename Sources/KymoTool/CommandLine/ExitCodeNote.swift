/// One line of the exit status section of a command's help.
struct ExitCodeNote: Sendable {
  /// The status that the note explains.
  let status: ExitStatus
  /// When the command ends with it.
  let meaning: String

  /// Explains when a command ends with `status`.
  init(_ status: ExitStatus, _ meaning: String) {
    self.status = status
    self.meaning = meaning
  }
}
