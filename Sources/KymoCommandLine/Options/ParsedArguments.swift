import KymoBridge
package import KymoRecording
import KymoText

/// The values of one command line, all of them validated against the specification.
///
/// The getters do not throw: a bad value was refused while parsing. Asking for a name that the
/// specification does not declare, or for a value that was neither given nor has a default, is a
/// mistake of the command's author and traps; the `…IfGiven` twins are for options without default.
package struct ParsedArguments: Sendable {
  /// The command that the line was read for.
  package let specification: CommandSpecification
  private let optionValues: [String: [String]]
  private let givenFlags: Set<String>
  private let positionalValues: [String: [String]]
  private let words: [String]

  /// Puts together what the parser found.
  package init(
    specification: CommandSpecification,
    optionValues: [String: [String]],
    givenFlags: Set<String>,
    positionalValues: [String: [String]],
    words: [String]
  ) {
    self.specification = specification
    self.optionValues = optionValues
    self.givenFlags = givenFlags
    self.positionalValues = positionalValues
    self.words = words
  }

  /// The tool whose command line it is.
  package var tool: ToolContext {
    guard let tool = specification.tool else {
      preconditionFailure("the specification was not bound to a tool")
    }
    return tool
  }

  /// The command line as it can be typed again, from the same folder.
  package var commandLine: String {
    ([tool.invocation] + specification.name.split(separator: " ").map(String.init) + words).map(
      \.shellQuoted
    ).joined(separator: " ")
  }

  /// The app that `--app` names; nil if it does not.
  package var appIfGiven: (any App.Type)? { textIfGiven("app").flatMap { tool.apps.named($0) } }

  /// Returns the setup for a run of a recording: as that says, unless options say otherwise.
  package func setup(_ file: SessionFile) -> AppSetup {
    var setup = AppSetup(file)
    if let mode = callMode { setup.calls?.mode = mode }
    setup.sandbox = textsIfKnown("sandbox").last
    return setup
  }

  /// The app that `--app` names, or the tool's first.
  package var app: any App.Type { appIfGiven ?? tool.apps.first }

  /// Whether the option or flag stands on the command line, whatever its default.
  package func isGiven(_ name: String) -> Bool {
    optionValues[name] != nil || givenFlags.contains(name)
  }

  /// Whether the switch was given.
  package func flag(_ name: String) -> Bool {
    precondition(specification.flags.contains { $0.name == name }, "no flag --\(name)")
    return givenFlags.contains(name)
  }

  /// Whether `--format json` was asked for.
  package var wantsJSON: Bool { text("format") == "json" }

  // MARK: Arguments by place

  /// The one value of a required positional.
  package func positional(_ name: String) -> String {
    guard let value = positionals(name).first else {
      preconditionFailure("<\(name)> was not given; use positionalIfGiven")
    }
    return value
  }

  /// The value of an optional positional.
  package func positionalIfGiven(_ name: String) -> String? { positionals(name).first }

  /// All values of a repeating positional, in order.
  package func positionals(_ name: String) -> [String] {
    precondition(specification.positionals.contains { $0.name == name }, "no argument <\(name)>")
    return positionalValues[name] ?? []
  }

  // MARK: Text and files

  /// The value as it was typed; for text, files and choices.
  package func text(_ name: String) -> String { required(textIfGiven(name), name) }
  /// The value as it was typed, or the default, or `nil`.
  package func textIfGiven(_ name: String) -> String? { texts(name).last }

  /// Every value of a repeatable option, in order; its default if there is none.
  package func texts(_ name: String) -> [String] {
    guard let option = specification.options.first(where: { $0.name == name }) else {
      preconditionFailure("no option --\(name)")
    }
    let values = optionValues[name] ?? option.defaultText.map { [$0] } ?? []
    guard Self.outputs.contains(name) else { return values }
    return values.map { Self.standardOutput.contains($0) ? "-" : $0 }
  }

  /// Every value of an option that not every command has which asks for it; empty in those that have it not.
  package func textsIfKnown(_ name: String) -> [String] {
    specification.has(name) ? texts(name) : []
  }

  /// The options that name where a file is written.
  private static let outputs: Set<String> = ["output", "record", "write"]
  /// Other names of standard output, through which it would be opened a second time, and written over.
  private static let standardOutput: Set<String> = [
    "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1",
  ]

  /// Every `NAME[=FILE]` of a repeatable option, in order; no file where none was named.
  package func optionallyNamedFiles(_ name: String) -> [(name: String, file: String?)] {
    texts(name).map { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
    }
  }

  // MARK: Numbers

  /// The whole number of an option with a range.
  package func integer(_ name: String) -> Int { required(integerIfGiven(name), name) }
  /// The whole number, or the default, or `nil`.
  package func integerIfGiven(_ name: String) -> Int? { converted(name) { Int($0) } }

  /// The number, or the rate, of an option with a range.
  package func number(_ name: String) -> Double { required(numberIfGiven(name), name) }
  /// The number, or the default, or `nil`.
  package func numberIfGiven(_ name: String) -> Double? {
    converted(name) { RateText.perSecond($0) }
  }

  /// The duration in ns.
  package func nanoseconds(_ name: String) -> Int64 { required(nanosecondsIfGiven(name), name) }
  /// The duration in ns, or the default, or `nil`.
  package func nanosecondsIfGiven(_ name: String) -> Int64? {
    converted(name) { DurationText.nanoseconds($0) }
  }

  /// The speed.
  package func speed(_ name: String) -> PlaybackSpeed { required(speedIfGiven(name), name) }
  /// The speed, or the default, or `nil`.
  package func speedIfGiven(_ name: String) -> PlaybackSpeed? {
    converted(name) { PlaybackSpeed(text: $0) }
  }

  /// The seed.
  package func seed(_ name: String) -> UInt64 { required(seedIfGiven(name), name) }
  /// The seed, or the default, or `nil`.
  package func seedIfGiven(_ name: String) -> UInt64? { converted(name) { ValueKind.seed($0) } }

  private func converted<Value>(_ name: String, _ convert: (String) -> Value?) -> Value? {
    guard let text = textIfGiven(name) else { return nil }
    guard let value = convert(text) else {
      preconditionFailure("--\(name) was not declared as what it is asked for")
    }
    return value
  }

  private func required<Value>(_ value: Value?, _ name: String) -> Value {
    guard let value else {
      preconditionFailure("--\(name) has neither value nor default; use the IfGiven twin")
    }
    return value
  }
}
