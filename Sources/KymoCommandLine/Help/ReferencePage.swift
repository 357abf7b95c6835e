import KymoReport

/// The pages of the guide's reference, in Markdown, made from the same specifications as the help.
package struct ReferencePage: Sendable, Equatable {
  /// Where it lies below the reference's folder, such as `commands/bench.md`.
  package let path: String
  /// The page.
  package let text: String

  /// All pages: a list of commands with a page for each, a list of topics with a page for each, and the schemas.
  package static func all(of tool: ToolContext, commands: [CommandSpecification]) -> [ReferencePage]
  {
    let whole = commands.flatMap { $0.actions.isEmpty ? [$0] : [$0] + $0.actions }
    return [
      list(
        "commands",
        "Commands",
        "Every command of the tool. `\(tool.name) COMMAND --help` prints the same.",
        commands.map { ("\(tool.name) \($0.name)", $0.fileName, $0.abstract) }
      ),
      list(
        "topics",
        "Topics",
        "What several commands have in common, and long stories. `\(tool.name) help TOPIC` prints them.",
        HelpTopic.allCases.map { ($0.rawValue, $0.rawValue, $0.page(tool: tool.name).title) }
      ),
      schemas(of: tool),
    ] + whole.map { ReferencePage(of: $0, in: tool) }
      + HelpTopic.allCases.map {
        ReferencePage(path: "topics/\($0.rawValue).md", text: $0.markdown(tool: tool.name))
      }
  }

  private init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  /// The page of one command.
  package init(of command: CommandSpecification, in tool: ToolContext) {
    var text = "# \(tool.name) \(command.name)\n\n\(Self.prose(command.abstract))\n"
    for paragraph in HelpText.paragraphs(command.discussion) {
      text +=
        paragraph.hasPrefix("  ")
        ? "\n```text\n\(paragraph)\n```\n" : "\n\(Self.prose(paragraph))\n"
    }
    let words = command.actions.isEmpty ? HelpText.usageWords(command) : ["ACTION"]
    let usage = HelpText.fill(
      ["\(tool.name) \(command.name)"] + words,
      width: 90,
      first: "",
      next: "    "
    )
    text += "\n```text\n\(usage)\n```\n"
    text += Self.table(
      "Actions",
      ("action", "what it does"),
      command.actions.map {
        ("[`\(tool.name) \($0.name)`](\($0.fileName).md)", Self.cell($0.abstract))
      }
    )
    text += Self.table(
      "Arguments",
      ("argument", "what it is"),
      command.positionals.map { (Self.code($0.name), Self.cell($0.help)) }
    )
    text += Self.table("Options", ("option", "what it does"), Self.options(of: command))
    text += Self.table(
      "Exit status",
      ("code", "when"),
      command.exitCodes.map { ("\($0.status.rawValue)", Self.cell($0.meaning)) }
    )
    text += Self.table(
      "Examples",
      ("command", "what for"),
      command.examples.map { (Self.code($0.command(of: tool.name)), Self.cell($0.explanation)) }
    )
    if !command.topics.isEmpty {
      let links = command.topics.map { "[\($0.rawValue)](../topics/\($0.rawValue).md)" }
      text += "\nMore: \(links.joined(separator: ", ")).\n"
    }
    self.init(path: "commands/\(command.fileName).md", text: text)
  }

  /// The page of a list, with a link for each entry.
  private static func list(
    _ folder: String,
    _ title: String,
    _ introduction: String,
    _ entries: [(name: String, file: String, text: String)]
  ) -> ReferencePage {
    let rows = entries.map { ("[`\($0.name)`](\($0.file).md)", cell($0.text)) }
    return ReferencePage(
      path: "\(folder)/README.md",
      text: "# \(title)\n\n\(introduction)\n\(table(nil, ("name", "what it is"), rows))"
    )
  }

  /// The page that lists the schemas.
  private static func schemas(of tool: ToolContext) -> ReferencePage {
    let rows = PublishedSchema.allCases.sorted { $0.rawValue < $1.rawValue }
      .map { (code($0.rawValue), cell(title(of: $0))) }
    return ReferencePage(
      path: "schemas.md",
      text: """
        # Schemas

        Every document that `--format json` prints, and every file of Kymograph's own in JSON, has a JSON Schema (draft 2020-12).
        `\(tool.name) --print-schema` lists them, and `\(tool.name) --print-schema NAME` prints one, for an editor or a test. A document
        names its schema in the member `schema`, such as `kymograph.bench/1`; a change that breaks readers raises the number.
        \(table(nil, ("name", "what it is"), rows))
        """
    )
  }

  /// The title that a schema gives itself.
  private static func title(of schema: PublishedSchema) -> String {
    let mark = "\"title\": \""
    let line = schema.text.split(separator: "\n").first { $0.contains(mark) } ?? ""
    return line.split(separator: "\"").dropFirst(3).first.map(String.init) ?? ""
  }

  /// The options and flags of a command, each with all that is said of it.
  private static func options(of command: CommandSpecification) -> [(String, String)] {
    command.options.map { option in
      let names = CompletionShell.spellings(option.name, option.short).reversed()
      return (
        code("\(names.joined(separator: ", ")) \(option.placeholder)"),
        cell(HelpText.explanation(option))
      )
    }
      + command.flags.map { flag in
        let names = CompletionShell.spellings(flag.name, flag.short).reversed()
        return (code(names.joined(separator: ", ")), cell(flag.help))
      }
  }

  /// A table of two columns under a heading; nothing for no rows.
  private static func table(
    _ heading: String?,
    _ columns: (String, String),
    _ rows: [(String, String)]
  ) -> String {
    guard !rows.isEmpty else { return "" }
    let head = heading.map { "\n## \($0)\n" } ?? ""
    return head + "\n| \(columns.0) | \(columns.1) |\n|---|---|\n"
      + rows.map { "| \($0.0) | \($0.1) |\n" }.joined()
  }

  /// Text that is typed, in a cell.
  private static func code(_ text: String) -> String {
    "`\(barred(text))`"
  }

  /// Text that is read, in a cell.
  private static func cell(_ text: String) -> String {
    barred(prose(text))
  }

  /// A text in which no bar ends a cell.
  private static func barred(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }

  /// Text that is read, in one line, in which every character stands for itself.
  private static func prose(_ text: String) -> String {
    var escaped = ""
    for character in text.split(whereSeparator: \.isWhitespace).joined(separator: " ") {
      if "\\`*_<>[]".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
    return escaped
  }
}
