/// Lays out the help of the tool and of its commands.
package struct HelpText: Sendable {
  /// The name of the tool, as it is typed.
  package let tool: String
  /// The columns to stay within; at least 40.
  package let width: Int

  private static let indent = 2
  private static let gap = 2
  private static let widestLabel = 26
  /// How many lines a usage line may have until it says no more than what there must be.
  private static let usageLines = 3
  /// How many examples the overview has.
  private static let overviewExamples = 6
  /// The flag that asks for the rare options, too, as swift-argument-parser has it.
  package static let all = "--help-hidden"

  /// The options of the tool itself.
  package static let options: [(label: String, text: String)] = [
    ("-h, --help", "Show this help, or that of a command."),
    ("--version", "Show the version; with --format json also commit, compiler and features."),
    ("--generate-completion-script SHELL", "Print completions for bash, zsh or fish."),
    ("--generate-manual FOLDER", "Write the manual pages into a folder."),
    ("--generate-reference FOLDER", "Write the same pages as Markdown."),
    ("--print-schema [NAME]", "Print the JSON Schema of a document, or list the names of all."),
  ]

  /// Prepares to lay out help in `width` columns, kept between 40 and 100 for reading.
  package init(tool: String, width: Int) {
    self.tool = tool
    self.width = min(max(width, 40), 100)
  }

  /// The overview of the whole tool.
  package func overview(abstract: String, commands: [CommandSpecification]) -> String {
    var sections = [
      wrapped("OVERVIEW: \(abstract)"),
      "USAGE: \(tool) <command> [<arguments>]",
    ]
    if !commands.isEmpty {
      sections.append(list("COMMANDS", commands.map { ($0.name, $0.abstract) }))
    }
    sections.append(list("OPTIONS", Self.options))
    sections.append(
      list("TOPICS", HelpTopic.allCases.map { ($0.rawValue, $0.page(tool: tool).title) })
    )
    let first = commands.compactMap(\.examples.first).prefix(Self.overviewExamples)
    if !first.isEmpty { sections.append(examples(Array(first))) }
    sections.append("See '\(tool) help <command>' or '\(tool) help <topic>'.")
    return sections.joined(separator: "\n\n") + "\n"
  }

  /// The page of a topic.
  package func topic(_ topic: HelpTopic) -> String {
    let page = topic.page(tool: tool)
    var text = wrapped("OVERVIEW: \(page.title)") + "\n"
    var wasItem = false
    for block in page.blocks {
      var isItem = false
      let part: String
      switch block {
      case .heading(let heading): part = heading.uppercased() + ":"
      case .paragraph(let paragraph): part = wrapped(Self.plain(paragraph))
      case .literal(let lines): part = lines.map { "  \($0)" }.joined(separator: "\n")
      case .item(let item):
        isItem = true
        part = Self.fill(Self.words(Self.plain(item)), width: width, first: "  - ", next: "    ")
      }
      text += (isItem && wasItem ? "" : "\n") + part + "\n"
      wasItem = isItem
    }
    return text
  }

  /// The help of one command.
  ///
  /// - Parameters:
  ///   - specification: the command.
  ///   - isWhole: whether rare options are explained, too.
  /// - Returns: the text.
  package func command(_ specification: CommandSpecification, isWhole: Bool = false) -> String {
    var sections = [wrapped("OVERVIEW: \(specification.abstract)")]
    if !specification.discussion.isEmpty {
      // A paragraph of the source is one paragraph here; indented lines are kept as they are.
      sections += Self.paragraphs(specification.discussion).map {
        $0.hasPrefix("  ") ? $0 : wrapped($0.split(separator: "\n").joined(separator: " "))
      }
    }
    sections.append(usage(specification))
    if !specification.actions.isEmpty {
      sections.append(list("ACTIONS", specification.actions.map { ($0.word, $0.abstract) }))
    }
    if !specification.positionals.isEmpty {
      sections.append(
        list("ARGUMENTS", specification.positionals.map { ("<\($0.name)>", $0.help) })
      )
    }
    let named =
      specification.options.filter { isWhole || !$0.isRare }
      .map { (Self.label($0), Self.explanation($0)) }
      + specification.flags.filter { isWhole || !$0.isRare }.map { (Self.label($0), $0.help) }
    sections.append(list("OPTIONS", named))
    if !isWhole { sections += rare(specification) }
    if !specification.examples.isEmpty { sections.append(examples(specification.examples)) }
    if !specification.exitCodes.isEmpty {
      sections.append(
        list("EXIT STATUS", specification.exitCodes.map { ("\($0.status.rawValue)", $0.meaning) })
      )
    }
    if !specification.actions.isEmpty {
      sections.append("See '\(tool) help \(specification.name) <action>' for one of them.")
    }
    if !specification.topics.isEmpty {
      let topics = specification.topics.map(\.rawValue).joined(separator: ", ")
      sections.append(wrapped("See also '\(tool) help <topic>': \(topics)."))
    }
    return sections.joined(separator: "\n\n") + "\n"
  }

  /// The section that names the rare options; none if there are none.
  private func rare(_ specification: CommandSpecification) -> [String] {
    let names =
      specification.options.filter(\.isRare).map(\.name)
      + specification.flags.filter(\.isRare).map(\.name)
    if names.isEmpty { return [] }
    let words = names.dropLast().map { "--\($0)," } + ["--\(names[names.count - 1])"]
    return [
      "MORE OPTIONS, which '\(tool) \(specification.name) \(Self.all)' explains:\n"
        + Self.fill(words, width: width, first: "  ", next: "  ")
    ]
  }

  private func usage(_ specification: CommandSpecification) -> String {
    guard specification.actions.isEmpty else {
      return "USAGE: \(tool) \(specification.name) <action> [<arguments>]"
    }
    let start = "USAGE: \(tool) \(specification.name) "
    func filled(_ words: [String]) -> String {
      Self.fill(words, width: width, first: start, next: String(repeating: " ", count: 8))
    }
    let whole = filled(Self.usageWords(specification))
    guard whole.split(separator: "\n").count > Self.usageLines else { return whole }
    return filled(Self.usageWords(specification, isShort: true))
  }

  /// The arguments of a command in the order of its usage line, those in brackets that may be left out.
  ///
  /// - Parameters:
  ///   - specification: the command.
  ///   - isShort: whether options that may be left out are not told apart.
  /// - Returns: the words.
  package static func usageWords(
    _ specification: CommandSpecification,
    isShort: Bool = false
  ) -> [String] {
    var words: [String] = []
    for positional in specification.positionals {
      switch positional.count {
      case .one: words.append("<\(positional.name)>")
      case .optional: words.append("[<\(positional.name)>]")
      case .oneOrMore: words.append("<\(positional.name)> ...")
      case .any: words.append("[<\(positional.name)> ...]")
      }
    }
    for option in specification.options where option.isRequired || !isShort {
      let spelling = option.short.map { "-\($0)" } ?? "--\(option.name)"
      let word = "\(spelling) \(option.placeholder)" + (option.isRepeatable ? " ..." : "")
      words.append(option.isRequired ? word : "[\(word)]")
    }
    if isShort { return words + ["[<options>]"] }
    // What every command has needs no place in the usage line.
    words += specification.flags.dropLast(2).map { "[--\($0.name)]" }
    return words
  }

  private func examples(_ examples: [CommandExample]) -> String {
    let lines = examples.map { example in
      // A command line is never broken: it is there to be copied.
      "  \(example.command(of: tool))\n"
        + Self.fill(
          Self.words(example.explanation),
          width: width,
          first: "      ",
          next: "      "
        )
    }
    return "EXAMPLES:\n" + lines.joined(separator: "\n")
  }

  private func list(_ title: String, _ entries: [(label: String, text: String)]) -> String {
    let fitting = entries.map(\.label.count).filter { $0 <= Self.widestLabel }
    let labelWidth = fitting.max() ?? Self.widestLabel
    let margin = String(repeating: " ", count: Self.indent)
    let textMargin = String(repeating: " ", count: Self.indent + labelWidth + Self.gap)
    let lines = entries.map { entry in
      let words = Self.words(entry.text)
      if entry.label.count > labelWidth {
        return margin + entry.label + "\n"
          + Self.fill(words, width: width, first: textMargin, next: textMargin)
      }
      let padding = String(repeating: " ", count: labelWidth - entry.label.count + Self.gap)
      return Self.fill(
        words,
        width: width,
        first: margin + entry.label + padding,
        next: textMargin
      )
    }
    return "\(title):\n" + lines.joined(separator: "\n")
  }

  private func wrapped(_ text: String) -> String {
    Self.fill(Self.words(text), width: width, first: "", next: "")
  }

  private static func label(_ option: OptionSpecification) -> String {
    let short = option.short.map { "-\($0), " } ?? ""
    return "\(short)--\(option.name) \(option.placeholder)"
  }

  private static func label(_ flag: FlagSpecification) -> String {
    let short = flag.short.map { "-\($0), " } ?? ""
    return "\(short)--\(flag.name)"
  }

  /// The help of an option, with its words and its default.
  package static func explanation(_ option: OptionSpecification) -> String {
    var text = option.help
    if case .choice(let words) = option.kind, words.contains(where: { !text.contains($0) }) {
      text += " One of \(words.joined(separator: ", "))."
    }
    if let defaultText = option.defaultText { text += " (default: \(defaultText))" }
    if option.isRepeatable { text += " May be repeated." }
    return text
  }

  /// A text of Markdown without its marks.
  package static func plain(_ text: String) -> String { text.filter { $0 != "`" } }

  /// The words of a text.
  package static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" }.map(String.init)
  }

  /// The paragraphs of a text, which empty lines part.
  package static func paragraphs(_ text: String) -> [String] {
    var paragraphs: [String] = []
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if !line.isEmpty {
        lines.append(line)
      } else if !lines.isEmpty {
        paragraphs.append(lines.joined(separator: "\n"))
        lines = []
      }
    }
    return lines.isEmpty ? paragraphs : paragraphs + [lines.joined(separator: "\n")]
  }

  /// Breaks `words` into lines of `width` columns.
  package static func fill(
    _ words: [String],
    width: Int,
    first: String,
    next: String
  ) -> String {
    var lines: [String] = []
    var line = first
    var isStart = true
    for word in words {
      if !isStart, line.count + 1 + word.count > width {
        lines.append(line)
        line = next
        isStart = true
      }
      line += isStart ? word : " " + word
      isStart = false
    }
    lines.append(line)
    return lines.joined(separator: "\n")
  }
}
