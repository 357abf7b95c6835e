/// A named argument with a value.
struct OptionSpecification: Sendable {
  /// The long name without dashes, such as `speed`.
  let name: String
  /// The letter after a single dash, such as `o`.
  let short: Character?
  /// What stands for the value in help, such as `FILE`.
  let placeholder: String
  /// What is accepted.
  let kind: ValueKind
  /// One sentence for the help.
  let help: String
  /// The value when the option is not given, in the form that would be typed.
  let defaultText: String?
  /// Whether the option may be given more than once.
  let isRepeatable: Bool
  /// Whether a command line without it is refused.
  let isRequired: Bool

  /// Declares an option.
  ///
  /// - Precondition: `defaultText` is acceptable to `kind`, and a required option has no default;
  ///   the parser traps on the first use otherwise.
  init(
    _ name: String,
    short: Character? = nil,
    _ placeholder: String,
    kind: ValueKind = .text,
    default defaultText: String? = nil,
    isRepeatable: Bool = false,
    isRequired: Bool = false,
    help: String
  ) {
    self.name = name
    self.short = short
    self.placeholder = placeholder
    self.kind = kind
    self.help = help
    self.defaultText = defaultText
    self.isRepeatable = isRepeatable
    self.isRequired = isRequired
  }
}
