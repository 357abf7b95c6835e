package import KymoProfile

/// The notes that the page of a profile has in a place of its own, and not among the facts.
extension ProfileNote {
  /// Whether the figures may be compared with others, and why not.
  package static let verdict = "verdict"
  /// The command line that profiles the same again.
  package static let commandLine = "command line"
}
