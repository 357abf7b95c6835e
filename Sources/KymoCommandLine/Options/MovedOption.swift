/// An option that a command had once: what it asked for is a command of its own today.
package struct MovedOption: Sendable {
  /// The former name without dashes.
  package let name: String
  /// The command to type today, without the name of the tool: `sweep`.
  package let command: String

  /// Describes an option of former times.
  package init(name: String, command: String) {
    self.name = name
    self.command = command
  }

  /// Several options that went the same way.
  package static func list(_ names: String..., to command: String) -> [MovedOption] {
    names.map { MovedOption(name: $0, command: command) }
  }

  /// Returns the error that is shown to whoever still types it.
  package func refusal(tool: String) -> UsageError {
    UsageError(
      "--\(name) has moved: use '\(tool) \(command)'",
      command: command.split(separator: " ").first.map(String.init)
    )
  }
}
