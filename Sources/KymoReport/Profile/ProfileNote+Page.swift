package import KymoProfile

/// What the page of a profile says in a place of its own, and not among the facts.
extension ProfileNote {
  /// Whether the figures may be compared with others, and why not.
  package static let verdict = "verdict"
  /// What profiles the same again.
  package static let commandLine = "command line"
}
