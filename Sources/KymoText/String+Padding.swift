extension String {
  /// The text, with spaces in front if it has fewer than `width` characters; `%12s` in C.
  public func paddedLeft(to width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }
}
