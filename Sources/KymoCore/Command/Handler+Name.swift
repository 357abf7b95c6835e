extension Handler {
  /// What reports call it: its type, or "closure" if it is made of one.
  package var shownName: String {
    self is ClosureHandler || self is ThrowingHandler ? "closure" : "\(type(of: self))"
  }
}
