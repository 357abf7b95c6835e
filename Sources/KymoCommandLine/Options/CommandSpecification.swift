/// Everything that a command line may say to one command, and everything that its help says.
///
/// A command whose work is done by ``actions`` takes the name of one as its first word, and nothing itself.
package struct CommandSpecification: Sendable {
  /// The word after `kymo`; of an action both words, with a space between them.
  package let name: String
  /// The purpose of the command: one sentence of at most 70 letters.
  package let abstract: String
  /// More about it, in paragraphs separated by an empty line; may be empty.
  package let discussion: String
  /// Arguments known by their place, in order.
  package let positionals: [PositionalSpecification]
  /// Named arguments with a value.
  package let options: [OptionSpecification]
  /// Switches, including `--quiet` and `--help`, which every command has.
  package let flags: [FlagSpecification]
  /// Command lines worth copying.
  package let examples: [CommandExample]
  /// When the command ends with which status.
  package let exitCodes: [ExitCodeNote]
  /// The actions that it has, each with a command line of its own; none for most commands.
  package let actions: [CommandSpecification]
  /// Options that it had once, which are refused with the name of what there is instead.
  package private(set) var moved: [MovedOption] = []
  /// The pages that tell the long story.
  package private(set) var topics: [HelpTopic] = []
  /// The tool whose command it is; nil before ``bound(to:)``.
  package private(set) var tool: ToolContext?

  /// Declares a command; `--quiet` and `--help` are added to `flags`.
  ///
  /// - Precondition: no two options or flags share a name or a letter, only the last positional
  ///   repeats or is optional, and every default is acceptable to its own option. Each action has the name of
  ///   the command before its own.
  package init(
    name: String,
    abstract: String,
    discussion: String = "",
    positionals: [PositionalSpecification] = [],
    options: [OptionSpecification] = [],
    flags: [FlagSpecification] = [],
    examples: [CommandExample] = [],
    exitCodes: [ExitCodeNote] = [],
    actions: [CommandSpecification] = []
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.positionals = positionals
    self.options = options
    self.flags = flags + FlagSpecification.everywhere
    self.examples = examples
    self.exitCodes = exitCodes
    self.actions = actions
    if let mistake = firstMistake { preconditionFailure("kymo \(name): \(mistake)") }
  }

  /// The last word of the name: of an action, the one that is its own.
  package var word: String { name.split(separator: " ").last.map(String.init) ?? name }

  /// The name in those of files, `bench` or `corpus-plan`: that of an action has both its words.
  package var fileName: String { name.split(separator: " ").joined(separator: "-") }

  /// Whether there is an option or a flag of that name.
  package func has(_ name: String) -> Bool {
    options.contains { $0.name == name } || flags.contains { $0.name == name }
  }

  /// The command with the pages that tell the long story.
  package func explained(in topics: HelpTopic...) -> CommandSpecification {
    var copy = self
    copy.topics = topics
    return copy
  }

  /// The command with options that it had once, none of which it has.
  package func refusing(_ moved: [MovedOption]) -> CommandSpecification {
    precondition(
      !moved.contains { has($0.name) },
      "kymo \(name): an option is there, and has moved"
    )
    var copy = self
    copy.moved = moved
    return copy
  }

  /// The command as a tool has it: with its apps as the values of options.
  package func bound(to tool: ToolContext) -> CommandSpecification {
    var bound = CommandSpecification(
      name: name,
      abstract: abstract,
      discussion: discussion,
      positionals: positionals,
      options: options.map { $0.filled(for: tool) },
      flags: Array(flags.dropLast(2)),
      examples: examples,
      exitCodes: exitCodes,
      actions: actions.map { $0.bound(to: tool) }
    )
    bound.moved = moved
    bound.topics = topics
    bound.tool = tool
    return bound
  }

  /// The first mistake in the specification itself, if it has one.
  private var firstMistake: String? {
    let names = options.map(\.name) + flags.map(\.name)
    let letters = options.compactMap(\.short) + flags.compactMap(\.short)
    if Set(names).count != names.count { return "two options share a name" }
    if Set(letters).count != letters.count { return "two options share a letter" }
    if positionals.dropLast().contains(where: { $0.count != .one }) {
      return "only the last positional may repeat or be left out"
    }
    if actions.contains(where: { $0.name != "\(name) \($0.word)" }) {
      return "an action has another name"
    }
    for option in options {
      guard let text = option.defaultText else { continue }
      if option.isRequired { return "--\(option.name) is required and has a default" }
      do {
        try option.kind.validate(text, for: "--\(option.name)")
      } catch {
        return "the default of --\(option.name): \(error.text)"
      }
    }
    return nil
  }
}
