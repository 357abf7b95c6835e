/// The manual pages of a tool, for `man`, made from the same specifications as its help.
///
/// The format is man(7), which groff and mandoc read.
package struct ManualPage: Sendable {
  /// The name of the file, such as `kymo-bench.1`.
  package let fileName: String
  /// The page.
  package let text: String

  /// All pages of a tool: the overview, and one for each command and topic.
  package static func all(of tool: ToolContext, abstract: String, commands: [CommandSpecification])
    -> [ManualPage]
  {
    [overview(of: tool, abstract: abstract, commands: commands)]
      + commands.flatMap { [$0] + $0.actions }.map { ManualPage(of: $0, in: tool) }
      + HelpTopic.allCases.map { ManualPage(of: $0, in: tool) }
  }

  /// The page of the whole tool.
  package static func overview(
    of tool: ToolContext,
    abstract: String,
    commands: [CommandSpecification]
  ) -> ManualPage {
    var roff = Roff(title: tool.name, tool: tool)
    roff.section("NAME")
    roff.line("\(Roff.literal(tool.name)) \\- \(Roff.prose(Self.withoutPeriod(abstract)))")
    roff.section("SYNOPSIS")
    roff.line("\\fB\(Roff.literal(tool.name))\\fR \\fIcommand\\fR [\\fIarguments\\fR]")
    roff.section("COMMANDS")
    for command in commands { roff.item("\\fB\(Roff.literal(command.name))\\fR", command.abstract) }
    roff.section("OPTIONS")
    for option in HelpText.options {
      roff.item("\\fB\(Roff.literal(option.label))\\fR", option.text)
    }
    roff.section("EXIT STATUS")
    for status in ExitStatus.documented {
      roff.item("\\fB\(status.rawValue)\\fR", status.summary)
    }
    roff.section("TOPICS")
    for topic in HelpTopic.allCases {
      roff.item("\\fB\(Roff.literal(topic.rawValue))\\fR", topic.page(tool: tool.name).title)
    }
    roff.seeAlso((commands.map(\.name) + HelpTopic.names).map { "\(tool.name)-\($0)" })
    return ManualPage(fileName: "\(tool.name).1", text: roff.text)
  }

  private init(fileName: String, text: String) {
    self.fileName = fileName
    self.text = text
  }

  /// The page of one command.
  package init(of command: CommandSpecification, in tool: ToolContext) {
    let name = "\(tool.name)-\(command.fileName)"
    var roff = Roff(title: name, tool: tool)
    roff.section("NAME")
    roff.line("\(Roff.literal(name)) \\- \(Roff.prose(Self.withoutPeriod(command.abstract)))")
    roff.section("SYNOPSIS")
    roff.line("\\fB\(Roff.literal("\(tool.name) \(command.name)"))\\fR")
    if command.actions.isEmpty {
      for word in HelpText.usageWords(command) { roff.line(Roff.literal(word)) }
    } else {
      roff.line("\\fIaction\\fR [\\fIarguments\\fR]")
    }
    if !command.discussion.isEmpty {
      roff.section("DESCRIPTION")
      roff.paragraphs(HelpText.paragraphs(command.discussion))
    }
    if !command.actions.isEmpty {
      roff.section("ACTIONS")
      for action in command.actions {
        roff.item("\\fB\(Roff.literal(action.word))\\fR", action.abstract)
      }
    }
    if !command.positionals.isEmpty {
      roff.section("ARGUMENTS")
      for positional in command.positionals {
        roff.item("\\fI\(Roff.literal(positional.name))\\fR", positional.help)
      }
    }
    roff.section("OPTIONS")
    for option in command.options {
      let names = CompletionShell.spellings(option.name, option.short).reversed()
      let label = names.map { "\\fB\(Roff.literal($0))\\fR" }.joined(separator: ", ")
      roff.item(
        "\(label) \\fI\(Roff.literal(option.placeholder))\\fR",
        HelpText.explanation(option)
      )
    }
    for flag in command.flags {
      let names = CompletionShell.spellings(flag.name, flag.short).reversed()
      roff.item(names.map { "\\fB\(Roff.literal($0))\\fR" }.joined(separator: ", "), flag.help)
    }
    if !command.exitCodes.isEmpty {
      roff.section("EXIT STATUS")
      for note in command.exitCodes { roff.item("\\fB\(note.status.rawValue)\\fR", note.meaning) }
    }
    if !command.examples.isEmpty {
      roff.section("EXAMPLES")
      for example in command.examples {
        roff.item("\\fB\(Roff.literal(example.command(of: tool.name)))\\fR", example.explanation)
      }
    }
    roff.seeAlso(
      [tool.name] + command.actions.map { "\(tool.name)-\($0.fileName)" }
        + command.topics.map { "\(tool.name)-\($0.rawValue)" }
    )
    self.init(fileName: "\(name).1", text: roff.text)
  }

  /// The page of a topic.
  package init(of topic: HelpTopic, in tool: ToolContext) {
    let name = "\(tool.name)-\(topic.rawValue)"
    let page = topic.page(tool: tool.name)
    var roff = Roff(title: name, tool: tool)
    roff.section("NAME")
    roff.line("\(Roff.literal(name)) \\- \(Roff.prose(page.title))")
    roff.section("DESCRIPTION")
    for block in page.blocks {
      switch block {
      case .heading(let heading): roff.section(Roff.literal(heading.uppercased()))
      case .paragraph(let paragraph): roff.paragraph(paragraph)
      case .item(let item): roff.listItem(item)
      case .literal(let lines): roff.literal(lines)
      }
    }
    roff.seeAlso([tool.name])
    self.init(fileName: "\(name).1", text: roff.text)
  }

  private static func withoutPeriod(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

/// A page of man(7) while it is written.
private struct Roff {
  package private(set) var text: String
  /// Whether a section has just begun.
  private var isAtStart = false

  /// Begins a page in section 1.
  ///
  /// It has no date, so that the same tool gives the same page.
  package init(title: String, tool: ToolContext) {
    let heading = title.uppercased()
    text =
      ".TH \"\(Self.literal(heading))\" 1 \"\" \"\(Self.literal(tool.name)) \(Self.literal(tool.version))\" \"Kymograph\"\n"
    // Words such as --option are not broken, and lines are not stretched.
    text += ".nh\n.ad l\n"
  }

  package mutating func section(_ name: String) {
    text += ".SH \(name)\n"
    isAtStart = true
  }

  /// Begins a paragraph; a section has begun one.
  private mutating func beginParagraph() {
    if !isAtStart { text += ".PP\n" }
    isAtStart = false
  }

  /// One line of text, which has been prepared.
  package mutating func line(_ prepared: String) { text += "\(Self.safe(prepared))\n" }

  /// A label, and what it stands for.
  package mutating func item(_ label: String, _ explanation: String) {
    text += ".TP\n"
    line(label)
    line(Self.prose(explanation))
  }

  /// Paragraphs; of those that are indented the lines stay as they are.
  package mutating func paragraphs(_ paragraphs: [String]) {
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { text += ".PP\n" }
      if paragraph.hasPrefix("  ") {
        text += ".nf\n"
        for row in paragraph.split(separator: "\n") { line(Self.literal(String(row))) }
        text += ".fi\n"
      } else {
        line(Self.prose(paragraph))
      }
    }
  }

  /// A paragraph with marks of Markdown.
  package mutating func paragraph(_ markdown: String) {
    beginParagraph()
    line(Self.marked(markdown))
  }

  /// An item of a list, with marks of Markdown.
  package mutating func listItem(_ markdown: String) {
    isAtStart = false
    text += ".IP \\(bu 2\n"
    line(Self.marked(markdown))
  }

  /// Lines that stay as they are.
  package mutating func literal(_ lines: [String]) {
    beginParagraph()
    text += ".nf\n"
    for row in lines { line("  " + Self.literal(row)) }
    text += ".fi\n"
  }

  package mutating func seeAlso(_ pages: [String]) {
    section("SEE ALSO")
    for (index, page) in pages.enumerated() {
      line("\\fB\(Self.literal(page))\\fR(1)" + (index + 1 < pages.count ? "," : ""))
    }
  }

  /// Text that is typed: every character stands for itself.
  package static func literal(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "\"": escaped += "\\(dq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// Text that is read: its white space may be broken anew.
  package static func prose(_ text: String) -> String {
    literal(prosaic(text))
  }

  /// Text that is read, in which what is between backticks is typed.
  private static func marked(_ markdown: String) -> String {
    let parts = prosaic(markdown).split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      index % 2 == 0 ? literal(String(part)) : "\\fB\(literal(String(part)))\\fR"
    }.joined()
  }

  /// Text in one line.
  private static func prosaic(_ text: String) -> String {
    text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }

  /// A line that is no request, whatever it begins with.
  private static func safe(_ line: String) -> String {
    line.first == "." || line.first == "'" ? "\\&" + line : line
  }
}
