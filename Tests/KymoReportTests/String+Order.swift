extension String {
  /// Whether it has all parts, one after the other.
  func inOrder(_ parts: String...) -> Bool {
    var rest = self[...]
    for part in parts {
      guard let place = rest.firstRange(of: part) else { return false }
      rest = rest[place.upperBound...]
    }
    return true
  }
}
