extension CompletionShell {
  /// Completions for zsh: write them to a file `_kymo` in a folder of `$fpath`.
  package static func zshScript(tool: String, commands: [CommandSpecification]) -> String {
    var lines = [
      "#compdef \(tool)",
      "",
      "_\(tool)() {",
      "  if (( CURRENT == 2 )); then",
      "    local -a commands=(",
    ]
    lines += commands.map { "      \(quoted(escaped($0.name) + ":" + $0.abstract))" }
    lines += [
      "      'help:Show the help of a command.'",
      "    )",
      "    _describe 'command' commands",
      "    return",
      "  fi",
      "  local command=$words[2]",
      "  shift words; (( CURRENT-- ))",
      "  case $command in",
      "    help)",
      "      _values 'command' \((commands.map(\.name) + HelpTopic.names).joined(separator: " "))",
      "      ;;",
    ]
    for command in commands {
      lines.append("    \(command.name))")
      lines += command.actions.isEmpty ? zshWords(of: command) : zshActions(of: command)
      lines.append("      ;;")
    }
    lines += ["  esac", "}", "", "compdef _\(tool) \(tool)"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the lines that complete a command whose second word says what it does.
  private static func zshActions(of command: CommandSpecification) -> [String] {
    var lines = ["      if (( CURRENT == 2 )); then", "        local -a actions=("]
    lines += command.actions.map { "          \(quoted(escaped($0.word) + ":" + $0.abstract))" }
    lines += [
      "        )",
      "        _describe 'action' actions",
      "        return",
      "      fi",
      "      local action=$words[2]",
      "      shift words; (( CURRENT-- ))",
      "      case $action in",
    ]
    for action in command.actions {
      lines.append("        \(action.word))")
      lines += zshWords(of: action).map { "    " + $0 }
      lines.append("          ;;")
    }
    return lines + ["      esac"]
  }

  /// Returns the lines that complete the options and arguments of a command.
  private static func zshWords(of command: CommandSpecification) -> [String] {
    var arguments: [String] = []
    for option in command.options {
      for spelling in spellings(option.name, option.short) {
        let star = option.isRepeatable ? "*" : ""
        let placeholder = escaped(option.placeholder)
        arguments.append(
          quoted(
            "\(star)\(spelling)[\(escaped(option.help))]:\(placeholder):\(action(option.kind))"
          )
        )
      }
    }
    for flag in command.flags {
      arguments += spellings(flag.name, flag.short).map {
        quoted("\($0)[\(escaped(flag.help))]")
      }
    }
    for positional in command.positionals {
      let place = positional.count == .oneOrMore || positional.count == .any ? "*:" : ":"
      arguments.append(quoted("\(place)\(positional.name):\(action(positional.kind))"))
    }
    let last = arguments.count - 1
    return ["      _arguments \\"]
      + arguments.enumerated().map { "        \($1)" + ($0 == last ? "" : " \\") }
  }

  private static func action(_ kind: ValueKind) -> String {
    if kind == .file { return "_files" }
    return kind.words.isEmpty ? " " : "(\(kind.words.joined(separator: " ")))"
  }

  /// Protects what `_arguments` reads as syntax.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "[]:\\".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
