/// Something that can be chosen about the device of an ``App``: an option of the command line.
public struct AppChoice: Sendable, Equatable {
  /// The name of the option, without dashes; not that of an option that every tool has.
  public let name: String
  /// The word for the value in the help, such as "MODEL".
  public let placeholder: String
  /// The values; the first is the one if nothing is chosen.
  public let values: [String]
  /// One sentence for the help.
  public let help: String

  /// Declares a choice.
  ///
  /// - Precondition: there is a value.
  public init(_ name: String, _ placeholder: String, values: [String], help: String) {
    precondition(!values.isEmpty, "a choice has a value")
    self.name = name
    self.placeholder = placeholder
    self.values = values
    self.help = help
  }
}
