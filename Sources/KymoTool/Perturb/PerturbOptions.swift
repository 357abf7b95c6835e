import KymoCommandLine

/// The options of replays in other surroundings.
struct PerturbOptions {
  /// The recording.
  let path: String
  /// The options of `replay` that every process gets, as they are typed.
  let replay: [String]
  /// Whether a change that cannot be made is a partial result.
  let isStrict: Bool

  /// Reads the options.
  init(_ arguments: ParsedArguments) {
    path = arguments.positional("recording")
    replay = ["app", "mode"].flatMap { name in
      arguments.isGiven(name) ? arguments.texts(name).map { "--\(name)=\($0)" } : []
    }
    isStrict = arguments.flag("strict")
  }
}
