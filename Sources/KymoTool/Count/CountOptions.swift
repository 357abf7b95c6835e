import KymoCommandLine

/// The options of a count, beside the recording and the app.
struct CountOptions {
  /// The limits that the counts are compared with, or that they become.
  let limits: LimitOptions

  /// Reads the options.
  ///
  /// - Throws: a usage error that names what does not go together.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    try PageOptions.checkWorld(arguments)
    limits = try LimitOptions(arguments, isSweep: false)
    try arguments.checkBaselines(needReport: false)
  }
}
