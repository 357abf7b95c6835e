extension String {
  /// The text as one word of a POSIX shell, quoted only if it must be.
  package var shellQuoted: String {
    if !isEmpty, utf8.allSatisfy(Self.plainBytes.contains) { return self }
    let parts = split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }

  private static let plainBytes = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=@%+,:".utf8
  )
}
