/// Whoever watches an import: told what was read, and asked whether it shall end.
struct ImportWatch: Sendable {
  /// Whether the user wants the import to end.
  var shouldStop: @Sendable () -> Bool = { false }
  /// Told how many bytes were read.
  var didRead: @Sendable (Int) -> Void = { _ in }
}
