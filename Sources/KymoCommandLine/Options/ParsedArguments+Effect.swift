extension ParsedArguments {
  /// Refuses options that would do nothing, so that nobody believes they did.
  ///
  /// - Parameters:
  ///   - names: the options and flags.
  ///   - condition: whether they have an effect.
  ///   - reason: what they need, as the rest of a sentence that begins with the option's name.
  /// - Throws: `usage` for the first of them that was given.
  package func check(
    _ names: [String],
    haveEffectIf condition: Bool,
    _ reason: String
  ) throws(CommandFailure) {
    guard !condition, let name = names.first(where: { isGiven($0) }) else { return }
    throw .usage("--\(name) \(reason)")
  }

  /// Refuses all options and flags but some, in what only those have an effect.
  ///
  /// - Parameters:
  ///   - names: the options and flags that have one, besides those of every command.
  ///   - reason: what the others are for, as the rest of a sentence that begins with the option's name.
  /// - Throws: `usage` for the first other one that was given.
  package func checkNone(but names: Set<String>, _ reason: String) throws(CommandFailure) {
    let known = names.union(FlagSpecification.everywhere.map(\.name))
    let all = specification.options.map(\.name) + specification.flags.map(\.name)
    try check(all.filter { !known.contains($0) }, haveEffectIf: false, reason)
  }
}
