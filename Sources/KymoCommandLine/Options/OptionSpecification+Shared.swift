package import KymoBridge

/// The options that keep one name and one meaning in every command.
extension OptionSpecification {
  /// `--format text|json`: how results are written; asked for with ``ParsedArguments/wantsJSON``.
  package static let format = OptionSpecification(
    "format",
    "FORMAT",
    kind: .choice(["text", "json"]),
    default: "text",
    help: "Write results as text for people or json for programs."
  )

  /// `--app NAME`: the application that handles the events, that of the recording if not given.
  package static let app = app(.apps)

  /// `--app NAME`: the application that handles the events, the tool's first if not given.
  package static let newApp = app(.appsOrFirst)

  private static func app(_ names: Names) -> OptionSpecification {
    OptionSpecification(
      "app",
      "NAME",
      names: names,
      help: "The application that handles the events"
    )
  }

  /// `-o FILE`, `--output FILE`: where the result goes.
  package static func output(isRequired: Bool, help: String) -> OptionSpecification {
    OptionSpecification(
      "output",
      short: "o",
      "FILE",
      kind: .file,
      isRequired: isRequired,
      help: help
    )
  }

  /// `--speed N|max`: logical time against the wall clock.
  package static func speed(default text: String) -> OptionSpecification {
    OptionSpecification(
      "speed",
      "SPEED",
      kind: .speed,
      default: text,
      help: "A multiple of the recorded speed (1, 10, 2.5x), or max for no waiting."
    )
  }

  /// How many formats help lists; more are in a page of their own.
  private static let longestList = 5

  /// `--export FORMAT[=FILE]`: what else is written, as often as it is given.
  package static func export(_ formats: [String], of what: String) -> OptionSpecification {
    OptionSpecification(
      "export",
      "FORMAT[=FILE]",
      kind: .namedFile(formats, needsFile: false),
      isRepeatable: true,
      help: formats.count > longestList
        ? "Also write \(what) for other tools: json, \(formats.contains("html") ? "html, " : "")junit and others."
        : "Also write \(what) as FORMAT, one of \(formats.joined(separator: ", "))."
    )
  }

  /// `--rate EVENTS_PER_SECOND`: the offered load.
  package static func rate(default text: String? = nil, help: String) -> OptionSpecification {
    OptionSpecification(
      "rate",
      "EVENTS_PER_SECOND",
      kind: .rate(0.001...1e9),
      default: text,
      help: help
    )
  }

  /// `--duration SECONDS`: how long.
  package static func duration(default text: String? = nil, help: String) -> OptionSpecification {
    OptionSpecification("duration", "SECONDS", kind: .duration, default: text, help: help)
  }

  /// `--seed N`: where all randomness starts.
  package static func seed(default text: String = "1") -> OptionSpecification {
    OptionSpecification(
      "seed",
      "N",
      kind: .seed,
      default: text,
      help: "The seed of everything random; the same seed gives the same bytes."
    )
  }

  /// `--mode strict|legacy`: whose rules hold for the page's calls.
  package static let mode = OptionSpecification(
    "mode",
    "MODE",
    kind: .choice(CallMode.allCases.map(\.rawValue)),
    help: "The rules for the page's calls: strict, or legacy, as apps of 2009 behaved."
  ).rare

  /// `--sandbox DIR`: where the simulated phone keeps its files.
  package static let sandbox = OptionSpecification(
    "sandbox",
    "DIR",
    kind: .file,
    help: "Keep the phone's audio files in DIR, instead of in memory."
  )

  /// `--export NAME=FILE`: a further report; may be given again.
  package static func export(_ names: [String]) -> OptionSpecification {
    OptionSpecification(
      "export",
      "NAME=FILE",
      kind: .namedFile(names),
      isRepeatable: true,
      help: "Also write a report to FILE; NAME is one of \(names.joined(separator: ", "))."
    )
  }
}

extension ParsedArguments {
  /// The mode that `--mode` chooses; nil if it was not given.
  package var callMode: CallMode? { textIfGiven("mode").flatMap(CallMode.init) }
}
