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
}
