package import KymoProfile

/// The notes of profiles on themselves, by which they are compared.
extension ProfileNote {
  /// The digest of every run.
  static let digest = "digest"
  /// How many events a run dispatches.
  static let eventCount = "events in each run"
  /// The hash of the program.
  package static let program = "program"
  /// That the program has no names for its functions.
  package static let nameless = "stripped"
}
