extension CompletionShell {
  /// Completions for fish: `kymo --generate-completion-script fish | source`.
  package static func fishScript(tool: String, commands: [CommandSpecification]) -> String {
    let names = (commands.map(\.name) + HelpTopic.names).joined(separator: " ")
    var lines = ["complete -c \(tool) -f"]
    for command in commands {
      lines.append(
        "complete -c \(tool) -n __fish_use_subcommand -a \(command.name)"
          + " -d \(fishQuoted(command.abstract))"
      )
    }
    lines += [
      "complete -c \(tool) -n __fish_use_subcommand -a help -d 'Show the help of a command.'",
      "complete -c \(tool) -n '__fish_seen_subcommand_from help' -a '\(names)'",
    ]
    let actions = Set(commands.flatMap(\.actions).map(\.word))
    let groups = commands.filter { !$0.actions.isEmpty }.map(\.name).joined(separator: " ")
    for command in commands {
      let seen = "__fish_seen_subcommand_from \(command.name)"
      guard command.actions.isEmpty else {
        let names = command.actions.map(\.word).joined(separator: " ")
        for action in command.actions {
          lines.append(
            "complete -c \(tool) -n '\(seen); and not __fish_seen_subcommand_from \(names)'"
              + " -a \(action.word) -d \(fishQuoted(action.abstract))"
          )
          let both = "\(seen); and __fish_seen_subcommand_from \(action.word)"
          lines += fishWords(of: action, "complete -c \(tool) -n '\(both)'")
        }
        continue
      }
      // A word may be a command, and an action of another.
      let isAction = actions.contains(command.name)
      let condition = isAction ? "\(seen); and not __fish_seen_subcommand_from \(groups)" : seen
      lines += fishWords(of: command, "complete -c \(tool) -n '\(condition)'")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the lines that complete the options and arguments of a command.
  private static func fishWords(of command: CommandSpecification, _ start: String) -> [String] {
    var lines: [String] = []
    for option in command.options {
      let value =
        switch (option.kind, option.kind.words) {
        case (.file, _): "-r -F"
        case (_, let words) where !words.isEmpty: "-x -a '\(words.joined(separator: " "))'"
        default: "-x"
        }
      lines.append(
        "\(start) -l \(option.name)\(shortOption(option.short)) \(value)"
          + " -d \(fishQuoted(option.help))"
      )
    }
    for flag in command.flags {
      lines.append(
        "\(start) -l \(flag.name)\(shortOption(flag.short)) -d \(fishQuoted(flag.help))"
      )
    }
    let choices = command.positionals.flatMap(\.kind.words)
    if !choices.isEmpty {
      lines.append("\(start) -a '\(choices.joined(separator: " "))'")
    } else if command.positionals.contains(where: { $0.kind == .file }) {
      lines.append("\(start) -F")
    }
    return lines
  }

  private static func shortOption(_ letter: Character?) -> String {
    letter.map { " -s \($0)" } ?? ""
  }

  /// Text within single quotes of fish, where the backslash escapes.
  private static func fishQuoted(_ text: String) -> String {
    var result = "'"
    for character in text {
      if character == "'" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return result + "'"
  }
}
