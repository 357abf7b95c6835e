extension [String] {
  /// The strings as a sentence lists them: "a", "a and b", "a, b and c".
  package var inWords: String {
    guard let last, count > 1 else { return first ?? "none" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
