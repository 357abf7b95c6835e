/// One line of the exit status section of a command's help.
package struct ExitCodeNote: Sendable {
  /// The status that the note explains.
  package let status: ExitStatus
  /// When the command ends with it.
  package let meaning: String

  /// Explains when a command ends with `status`.
  package init(_ status: ExitStatus, _ meaning: String) {
    self.status = status
    self.meaning = meaning
  }
}
