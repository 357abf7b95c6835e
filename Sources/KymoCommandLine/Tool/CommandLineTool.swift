import KymoReport
import KymoText
import KymoTrials

/// A tool made of subcommands: finds the one that is meant, reads its arguments, runs it.
package struct CommandLineTool: Sendable {
  /// Its name, its version and its apps.
  package let tool: ToolContext
  /// The purpose of the tool, in one sentence.
  package let abstract: String
  /// The commands, in the order of the help.
  package let subcommands: [any Subcommand.Type]
  /// The command of a line that names none; nil if every line has to.
  private let usual: String?
  /// The answer to `--version`.
  private let version: ToolVersion

  /// A tool of these commands.
  package init(
    tool: ToolContext,
    abstract: String,
    subcommands: [any Subcommand.Type],
    usual: String? = nil,
    version: ToolVersion
  ) {
    self.tool = tool
    self.abstract = abstract
    self.subcommands = subcommands
    self.usual = usual
    self.version = version
  }

  package var name: String { tool.name }

  /// The specifications of all commands, with the tool's own apps.
  package var specifications: [CommandSpecification] {
    subcommands.map { $0.specification(for: tool) }
  }

  /// Runs as the whole process: real streams, signals, and the exit status that remains.
  ///
  /// A command that did its work while the reader of standard output went away ends the process
  /// by SIGPIPE, quietly, as `cat` would; a failure keeps its own status.
  package func runProcess(arguments: [String]) -> Int32 {
    HeapThresholds.keepLargeBuffersApart()
    UnsafeSignals.prepare()
    var console = Console(
      output: OutputStream(.descriptor(1)),
      diagnostics: OutputStream(.descriptor(2)),
      terminal: TerminalDescription.current()
    )
    let status = run(arguments, console: &console)
    if status == .success, console.output.failure == .closedPipe {
      UnsafeSignals.dieOfClosedPipe()
    }
    return status.rawValue
  }

  /// Runs one command line against `console`, and leaves the console flushed.
  package func run(_ arguments: [String], console: inout Console) -> ExitStatus {
    var status = dispatch(arguments, console: &console)
    console.endProgress()
    console.flush()
    if let failure = console.output.failure, failure != .closedPipe {
      console.error("\(name): standard output: \(failure.text)")
      // What else went wrong keeps its own status.
      if status == .success { status = .failure }
    }
    console.flush()
    return status
  }

  private func dispatch(_ arguments: [String], console: inout Console) -> ExitStatus {
    if let problem = tool.problem {
      console.error("\(name): \(problem.printable)")
      return .unfit
    }
    let arguments = withCommand(arguments)
    guard let word = arguments.first else {
      console.print(help(console).overview(abstract: abstract, commands: specifications))
      return .usage
    }
    let rest = Array(arguments.dropFirst())
    switch word {
    case "--help", "-h", "help", HelpText.all:
      return showHelp(about: rest, console: &console)
    case "--version":
      return showVersion(rest, console: &console)
    case "--generate-completion-script":
      return showCompletions(for: rest.first, console: &console)
    case "--print-schema":
      return printSchema(rest, console: &console)
    case "--generate-manual":
      let pages = ManualPage.all(of: tool, abstract: abstract, commands: specifications)
      return write(pages.map { ($0.fileName, $0.text) }, word, into: rest, console: &console)
    case "--generate-reference":
      let pages = ReferencePage.all(of: tool, commands: specifications)
      return write(pages.map { ($0.path, $0.text) }, word, into: rest, console: &console)
    default:
      guard let subcommand = subcommands.first(where: { $0.specification.name == word }) else {
        return refuse(unknown(word), command: nil, console: &console)
      }
      return run(subcommand, rest, console: &console)
    }
  }

  /// A command line that begins with what it is about: with an option of the usual command that is this one.
  private func withCommand(_ arguments: [String]) -> [String] {
    guard let usual else { return arguments }
    guard let word = arguments.first else { return [usual] }
    let name = word.prefix { $0 != "=" }
    let isOwn = !Self.actions.contains(String(name)) && word.hasPrefix("-")
    return isOwn ? [usual] + arguments : arguments
  }

  /// The words that a tool knows beside its commands.
  private static let actions = [
    "--help", "--version", "--generate-completion-script", "--generate-manual",
    "--generate-reference", "--print-schema",
  ]

  private func run(
    _ subcommand: any Subcommand.Type,
    _ arguments: [String],
    console: inout Console
  ) -> ExitStatus {
    let specification = subcommand.specification(for: tool)
    if !specification.actions.isEmpty {
      return runAction(of: subcommand, specification, arguments, console: &console)
    }
    console.speaker = "\(name) \(specification.name)"
    if OptionParser.asksForHelp(arguments) {
      let isWhole = arguments.contains(HelpText.all)
      console.print(help(console).command(specification, isWhole: isWhole))
      return .success
    }
    let parsed: ParsedArguments
    do {
      parsed = try OptionParser.parse(arguments, for: specification)
    } catch {
      return refuse(error, command: specification.name, console: &console)
    }
    console.isQuiet = parsed.flag(FlagSpecification.quiet.name)
    do {
      return try subcommand.run(parsed, console: &console)
    } catch {
      let message = error.message.text(tool: name)
      guard error.status != .usage else {
        return refuse(UsageError(message), command: specification.name, console: &console)
      }
      console.complain(message)
      return error.status
    }
  }

  /// Runs what the first word says of a command that has actions.
  private func runAction(
    of subcommand: any Subcommand.Type,
    _ specification: CommandSpecification,
    _ arguments: [String],
    console: inout Console
  ) -> ExitStatus {
    guard let word = arguments.first else {
      console.print(help(console).command(specification))
      return .usage
    }
    let rest = Array(arguments.dropFirst())
    if ["--help", "-h", "help"].contains(word) {
      return showHelp(about: [specification.name] + rest, console: &console)
    }
    guard let action = subcommand.actions.first(where: { $0.specification.word == word }) else {
      let error = unknown(word, action: specification)
      return refuse(error, command: specification.name, console: &console)
    }
    return run(action, rest, console: &console)
  }

  private func showHelp(about words: [String], console: inout Console) -> ExitStatus {
    // Who asks twice asks for the same.
    let words = words.filter { !["--help", "-h", HelpText.all].contains($0) }
    if let option = words.first(where: { $0.hasPrefix("-") }) {
      let error = UsageError("help takes a command or a topic, not an option such as '\(option)'")
      return refuse(error, command: nil, console: &console)
    }
    guard let command = words.first, command != "help" else {
      console.print(help(console).overview(abstract: abstract, commands: specifications))
      return .success
    }
    if let topic = HelpTopic(rawValue: command) {
      guard words.count == 1 else { return refuseMore(words[1...], console: &console) }
      console.print(help(console).topic(topic))
      return .success
    }
    guard let specification = specifications.first(where: { $0.name == command }) else {
      let topics = HelpTopic.allCases.map(\.rawValue)
      let error = UsageError(
        "unknown command or topic '\(command)'",
        suggestion: Suggestion.closest(to: command, among: specifications.map(\.name) + topics)
      )
      return refuse(error, command: nil, console: &console)
    }
    let wanted = specification.actions.isEmpty ? 1 : 2
    guard words.count <= wanted else { return refuseMore(words[wanted...], console: &console) }
    guard words.count > 1 else {
      console.print(help(console).command(specification))
      return .success
    }
    guard let action = specification.actions.first(where: { $0.word == words[1] }) else {
      let error = unknown(words[1], action: specification)
      return refuse(error, command: specification.name, console: &console)
    }
    console.print(help(console).command(action))
    return .success
  }

  /// Refuses words behind what help is about.
  private func refuseMore(_ words: ArraySlice<String>, console: inout Console) -> ExitStatus {
    let more = words.joined(separator: " ")
    let error = UsageError("help takes one command or topic; unexpected '\(more)'")
    return refuse(error, command: nil, console: &console)
  }

  private func showVersion(_ options: [String], console: inout Console) -> ExitStatus {
    switch options {
    case [], ["--format", "text"], ["--format=text"]: console.print("\(version.line)\n")
    case ["--format", "json"], ["--format=json"]: console.print(version.document())
    default:
      let error = UsageError("--version takes --format text or --format json, and nothing else")
      return refuse(error, command: nil, console: &console)
    }
    return .success
  }

  private func showCompletions(for shell: String?, console: inout Console) -> ExitStatus {
    guard let shell = shell.flatMap(CompletionShell.init(rawValue:)) else {
      let shells = CompletionShell.allCases.map(\.rawValue).joined(separator: ", ")
      return refuse(
        UsageError("--generate-completion-script wants one of \(shells)"),
        command: nil,
        console: &console
      )
    }
    console.print(shell.script(tool: name, commands: specifications))
    return .success
  }

  private func printSchema(_ names: [String], console: inout Console) -> ExitStatus {
    guard !names.isEmpty else {
      for name in PublishedSchema.allCases.map(\.rawValue).sorted() { console.print(name) }
      return .success
    }
    guard names.count == 1, let schema = PublishedSchema(rawValue: names[0]) else {
      return refuse(
        UsageError(
          """
          --print-schema knows no '\(names.joined(separator: " "))'; without a name it lists the \
          schemas
          """,
          suggestion: names.first.flatMap {
            Suggestion.closest(to: $0, among: PublishedSchema.allCases.map(\.rawValue))
          }
        ),
        command: nil,
        console: &console
      )
    }
    console.print(schema.text)
    return .success
  }

  /// Writes pages into a folder, and into folders of it.
  private func write(
    _ pages: [(path: String, text: String)],
    _ word: String,
    into folders: [String],
    console: inout Console
  ) -> ExitStatus {
    guard let folder = folders.first, folders.count == 1, !folder.hasPrefix("-") else {
      return refuse(
        UsageError("\(word) takes one folder, to write the pages into"),
        command: nil,
        console: &console
      )
    }
    do throws(CommandFailure) {
      for page in pages {
        let path = "\(folder)/\(page.path)"
        if page.path.contains("/") {
          try CommandFailure.of(try UnsafeFolder.make(UnsafeFilePlace.folder(of: path)))
        }
        try OutputFile.write(page.text, to: path)
      }
    } catch {
      console.error("\(name): \(error.message.text(tool: name))")
      return error.status
    }
    return .success
  }

  private func refuse(
    _ error: UsageError,
    command: String?,
    console: inout Console
  ) -> ExitStatus {
    let speaker = command.map { "\(name) \($0)" } ?? name
    let page = error.command.map { "\(name) \($0)" } ?? speaker
    console.error("\(speaker): \(error.text)\nSee '\(page) --help'.")
    return .usage
  }

  private func unknown(_ word: String) -> UsageError {
    let kind = word.hasPrefix("-") ? "option" : "command"
    let known =
      kind == "command"
      ? specifications.map(\.name) + ["help"]
      : Self.actions
    // These have their values behind a space.
    let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
    let isJoined = parts.count == 2 && known.contains(parts[0])
    return UsageError(
      "unknown \(kind) '\(word)'",
      suggestion: isJoined
        ? parts.joined(separator: " ") : Suggestion.closest(to: word, among: known)
    )
  }

  private func unknown(_ word: String, action command: CommandSpecification) -> UsageError {
    guard !word.hasPrefix("-") else {
      return UsageError("the action is missing: \(command.actions.map(\.word).inWords)")
    }
    return UsageError(
      "unknown action '\(word)'; there are \(command.actions.map(\.word).inWords)",
      suggestion: Suggestion.closest(to: word, among: command.actions.map(\.word))
    )
  }

  private func help(_ console: borrowing Console) -> HelpText {
    HelpText(tool: name, width: console.terminal.width)
  }
}
