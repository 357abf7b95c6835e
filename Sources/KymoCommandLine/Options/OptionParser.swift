/// Reads a command line against a specification, after the conventions of swift-argument-parser.
///
/// Understood: `--name value`, `--name=value`, `-o value`, `-ovalue`, `-o=value`, letters of flags
/// run together, `--` before arguments that start with a dash, `-` as an argument, and negative
/// numbers as values. Not understood, on purpose: abbreviated names.
package struct OptionParser {
  private let specification: CommandSpecification
  private var optionValues: [String: [String]] = [:]
  private var givenFlags: Set<String> = []
  private var placed: [String] = []
  private let words: [String]

  private init(specification: CommandSpecification, words: [String]) {
    self.specification = specification
    self.words = words
  }

  /// Whether help is asked for anywhere before `--`, which outranks every mistake on the line.
  package static func asksForHelp(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" || $0 == HelpText.all }
  }

  /// Reads `arguments`, the words after the name of the command.
  ///
  /// - Throws: ``UsageError`` about the first mistake, with what was probably meant.
  package static func parse(
    _ arguments: [String],
    for specification: CommandSpecification
  ) throws(UsageError) -> ParsedArguments {
    var parser = OptionParser(specification: specification, words: arguments)
    try parser.read(arguments)
    return try parser.finish()
  }

  private mutating func read(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" {
        placed += rest
        return
      } else if word.hasPrefix("--") {
        try readLong(word, &rest)
      } else if word.hasPrefix("-"), word != "-", !Self.isNumber(word) {
        try readShort(word, &rest)
      } else {
        placed.append(word)
      }
    }
  }

  private mutating func readLong(
    _ word: String,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = word.dropFirst(2)
      .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let attached = parts.count == 2 ? String(parts[1]) : nil
    if let option = specification.options.first(where: { $0.name == name }) {
      try store(attached, or: &rest, for: option, as: "--\(name)")
    } else if specification.flags.contains(where: { $0.name == name }) {
      guard attached == nil else { throw UsageError("--\(name) takes no value") }
      givenFlags.insert(name)
    } else if let moved = specification.moved.first(where: { $0.name == name }) {
      throw moved.refusal(tool: specification.tool?.name ?? "kymo")
    } else {
      let names = specification.options.map(\.name) + specification.flags.map(\.name)
      throw UsageError(
        "unknown option '--\(name)'",
        suggestion: Suggestion.closest(to: "--\(name)", among: names.map { "--\($0)" })
      )
    }
  }

  private mutating func readShort(
    _ word: String,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      if let flag = specification.flags.first(where: { $0.short == letter }) {
        givenFlags.insert(flag.name)
        continue
      }
      guard let option = specification.options.first(where: { $0.short == letter }) else {
        let names = specification.options.map(\.name) + specification.flags.map(\.name)
        // A long name behind a single dash is the usual slip: -seed for --seed.
        throw UsageError(
          "unknown option '-\(letter)'\(word.count > 2 ? " in '\(word)'" : "")",
          suggestion: names.first { word == "-\($0)" || word.hasPrefix("-\($0)=") }
            .map { "--\($0)" }
        )
      }
      let attached = letters.first == "=" ? letters.dropFirst() : letters
      try store(
        letters.isEmpty ? nil : String(attached),
        or: &rest,
        for: option,
        as: "-\(letter)"
      )
      return
    }
  }

  private mutating func store(
    _ attached: String?,
    or rest: inout ArraySlice<String>,
    for option: OptionSpecification,
    as spelling: String
  ) throws(UsageError) {
    var value = attached
    if value == nil, let next = rest.first, !Self.looksLikeOption(next) {
      value = rest.popFirst()
    }
    guard let value else {
      throw UsageError("\(spelling) needs a value: \(spelling) \(option.placeholder)")
    }
    if !option.isRepeatable, optionValues[option.name] != nil {
      throw UsageError("\(spelling) is given twice")
    }
    try option.kind.validate(value, for: spelling)
    optionValues[option.name, default: []].append(value)
  }

  private consuming func finish() throws(UsageError) -> ParsedArguments {
    var rest = placed[...]
    var positionalValues: [String: [String]] = [:]
    for positional in specification.positionals {
      let values: ArraySlice<String>
      switch positional.count {
      case .one, .optional:
        values = rest.prefix(1)
      case .oneOrMore, .any:
        values = rest
      }
      rest = rest.dropFirst(values.count)
      if values.isEmpty, positional.count == .one || positional.count == .oneOrMore {
        throw UsageError("<\(positional.name)> is missing: \(positional.help)")
      }
      for value in values {
        try positional.kind.validate(value, for: "<\(positional.name)>")
      }
      positionalValues[positional.name] = Array(values)
    }
    if let surplus = rest.first { throw UsageError("unexpected argument '\(surplus)'") }
    for option in specification.options
    where option.isRequired && optionValues[option.name] == nil {
      let spelling = option.short.map { "-\($0)" } ?? "--\(option.name)"
      throw UsageError("\(spelling) \(option.placeholder) is missing: \(option.help)")
    }
    return ParsedArguments(
      specification: specification,
      optionValues: optionValues,
      givenFlags: givenFlags,
      positionalValues: positionalValues,
      words: words
    )
  }

  /// A word that starts with a dash is an option, unless it is `-` alone or begins like a negative number, as `-5us`
  /// does: no option has a digit for its letter.
  private static func looksLikeOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), word != "-", let first = word.dropFirst().first else { return false }
    return !first.isNumber && !isNumber(word)
  }

  private static func isNumber(_ word: String) -> Bool {
    let digits = word.dropFirst()
    guard word.hasPrefix("-"), digits.first?.isNumber == true || digits.first == "." else {
      return false
    }
    return Double(word) != nil
  }
}
