import KymoCommandLine

/// The options of repetitions.
struct RepetitionOptions {
  /// The load of each.
  let load: LoadOptions
  /// How many there are to be.
  let count: Int

  /// Reads the options.
  ///
  /// - Throws: a usage error if the load is no load.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    load = try LoadOptions(arguments)
    count = arguments.integer(BenchRepetitions.option.name)
  }
}
