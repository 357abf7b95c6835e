/// A switch without a value; off unless given.
package struct FlagSpecification: Sendable {
  /// The long name without dashes.
  package let name: String
  /// The letter after a single dash, if there is one.
  package let short: Character?
  /// One sentence for the help.
  package let help: String
  /// Whether help names it only, unless all is asked for.
  package private(set) var isRare = false

  /// Declares a switch.
  package init(_ name: String, short: Character? = nil, help: String) {
    self.name = name
    self.short = short
    self.help = help
  }

  /// The same switch, named but not explained where help is short.
  package var rare: FlagSpecification {
    var flag = self
    flag.isRare = true
    return flag
  }

  /// Prints the help; every command has it.
  package static let help = FlagSpecification("help", short: "h", help: "Show this help.")
  /// Silences progress and notes; every command has it.
  package static let quiet = FlagSpecification(
    "quiet",
    short: "q",
    help: "Print no progress and no notes on standard error; errors still appear."
  )
  /// Those that every command has.
  package static let everywhere = [quiet, help]
  /// Refuses what would otherwise be repaired or reported.
  package static let strict = FlagSpecification(
    "strict",
    help: "Refuse what would otherwise be repaired."
  )
}
