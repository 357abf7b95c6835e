extension CompletionShell {
  /// Completions for bash: `source <(kymo --generate-completion-script bash)`.
  package static func bashScript(tool: String, commands: [CommandSpecification]) -> String {
    let names = commands.map(\.name).joined(separator: " ")
    let topics = HelpTopic.names.joined(separator: " ")
    var lines = [
      "#!/bin/bash",
      "",
      "_\(tool)() {",
      "  local cur=\"${COMP_WORDS[COMP_CWORD]}\" prev=\"${COMP_WORDS[COMP_CWORD-1]}\"",
      "  COMPREPLY=()",
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then",
      "    COMPREPLY=($(compgen -W '\(names) help --help --version' -- \"$cur\"))",
      "    return",
      "  fi",
      "  case \"${COMP_WORDS[1]}\" in",
      "    help)",
      "      COMPREPLY=($(compgen -W '\(names) \(topics)' -- \"$cur\"))",
      "      ;;",
    ]
    for command in commands {
      lines.append("    \(command.name))")
      lines += command.actions.isEmpty ? bashWords(of: command) : bashActions(of: command)
      lines.append("      ;;")
    }
    lines += ["  esac", "}", "", "complete -o filenames -F _\(tool) \(tool)"]
    return lines.joined(separator: "\n") + "\n"
  }
  /// Returns the lines that complete a command whose second word says what it does.
  private static func bashActions(of command: CommandSpecification) -> [String] {
    let names = command.actions.map(\.word).joined(separator: " ")
    var lines = [
      "      if [ \"$COMP_CWORD\" -eq 2 ]; then",
      "        COMPREPLY=($(compgen -W '\(names) --help' -- \"$cur\"))",
      "        return",
      "      fi",
      "      case \"${COMP_WORDS[2]}\" in",
    ]
    for action in command.actions {
      lines.append("        \(action.word))")
      lines += bashWords(of: action).map { "    " + $0 }
      lines.append("          ;;")
    }
    return lines + ["      esac"]
  }

  /// Returns the lines that complete the options and arguments of a command.
  private static func bashWords(of command: CommandSpecification) -> [String] {
    let words =
      command.options.flatMap { spellings($0.name, $0.short) }
      + command.flags.flatMap { spellings($0.name, $0.short) }
    var lines = ["      case \"$prev\" in"]
    for option in command.options {
      let pattern = spellings(option.name, option.short).joined(separator: "|")
      let action =
        switch (option.kind, option.kind.words) {
        case (.file, _): "COMPREPLY=($(compgen -f -- \"$cur\"))"
        case (_, let words) where !words.isEmpty:
          "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$cur\"))"
        default: ":"
        }
      lines.append("        \(pattern)) \(action); return ;;")
    }
    lines += [
      "      esac",
      "      case \"$cur\" in",
      "        -*) COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$cur\")) ;;",
    ]
    let choices = command.positionals.flatMap(\.kind.words)
    lines.append(
      choices.isEmpty
        ? "        *) COMPREPLY=($(compgen -f -- \"$cur\")) ;;"
        : "        *) COMPREPLY=($(compgen -W '\(choices.joined(separator: " "))' -- \"$cur\")) ;;"
    )
    return lines + ["      esac"]
  }
}
