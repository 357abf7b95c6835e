/// A named argument with a value.
package struct OptionSpecification: Sendable {
  /// The long name without dashes, such as `speed`.
  package let name: String
  /// The letter after a single dash, such as `o`.
  package let short: Character?
  /// The word that stands for the value in help, such as `FILE`.
  package let placeholder: String
  /// The kind of value that is accepted.
  package let kind: ValueKind
  /// One sentence for the help.
  package let help: String
  /// The value when the option is not given, in the form that would be typed.
  package let defaultText: String?
  /// Whether the option may be given more than once.
  package let isRepeatable: Bool
  /// Whether a command line without it is refused.
  package let isRequired: Bool
  /// Whether help names it only, unless all is asked for.
  package private(set) var isRare = false
  /// Which names of the tool's are the values; nil if ``kind`` says it all.
  package let names: Names?

  /// Names that differ from tool to tool.
  package enum Names: Sendable {
    /// The apps; one that is not given is that of the recording.
    case apps
    /// The apps; one that is not given is the first.
    case appsOrFirst
  }

  /// Declares an option.
  ///
  /// - Precondition: `defaultText` is acceptable to `kind`, and a required option has no default;
  ///   the parser traps on the first use otherwise.
  package init(
    _ name: String,
    short: Character? = nil,
    _ placeholder: String,
    kind: ValueKind = .text,
    default defaultText: String? = nil,
    isRepeatable: Bool = false,
    isRequired: Bool = false,
    names: Names? = nil,
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
    self.names = names
  }

  /// The same option, named but not explained where help is short.
  package var rare: OptionSpecification {
    var option = self
    option.isRare = true
    return option
  }

  /// The option as a tool has it, with the names that it knows.
  package func filled(for tool: ToolContext) -> OptionSpecification {
    guard let names else { return self }
    let known = tool.apps.names
    let filled = OptionSpecification(
      name,
      short: short,
      placeholder,
      kind: .choice(known),
      default: names == .appsOrFirst ? known.first : nil,
      isRepeatable: isRepeatable,
      isRequired: isRequired,
      help: "\(help): \(known.joined(separator: ", "))."
    )
    return isRare ? filled.rare : filled
  }
}
