/// Why a line is no command of `kymo debug`.
struct DebugOrderError: Error {
  /// The reason, in a line.
  let message: String
}
