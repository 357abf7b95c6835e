extension CompletionShell {
  /// Completions for bash: `source <(kymo --generate-completion-script bash)`.
  static func bashScript(tool: String, commands: [CommandSpecification]) -> String {
    let names = commands.map(\.name).joined(separator: " ")
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
      "      COMPREPLY=($(compgen -W '\(names)' -- \"$cur\"))",
      "      ;;",
    ]
    for command in commands {
      let words =
        command.options.flatMap { spellings($0.name, $0.short) }
        + command.flags.flatMap { spellings($0.name, $0.short) }
      lines.append("    \(command.name))")
      lines.append("      case \"$prev\" in")
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
      lines += ["      esac", "      ;;"]
    }
    lines += ["  esac", "}", "", "complete -o filenames -F _\(tool) \(tool)"]
    return lines.joined(separator: "\n") + "\n"
  }
}
