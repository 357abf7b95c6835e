extension CompletionShell {
  /// Completions for fish: `kymo --generate-completion-script fish | source`.
  static func fishScript(tool: String, commands: [CommandSpecification]) -> String {
    let names = commands.map(\.name).joined(separator: " ")
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
    for command in commands {
      let start = "complete -c \(tool) -n '__fish_seen_subcommand_from \(command.name)'"
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
    }
    return lines.joined(separator: "\n") + "\n"
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
