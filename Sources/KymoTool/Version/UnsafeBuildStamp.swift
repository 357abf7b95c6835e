import CBuildStamp

/// Of what and with what Kymograph was built, as far as whoever built it said.
///
/// `make build`, `make install` and `make deb` say it; a bare `swift build` does not.
///
/// SAFETY: both functions return a string literal of the program, which ends with a zero and never changes.
struct BuildStamp: Equatable, Sendable {
  /// The commit, 40 hexadecimal digits; nil if nobody said.
  var commit: String?
  /// Whether files had been changed since; nil if nobody said.
  var isDirty: Bool?
  /// The output of `swift --version`; nil if nobody said.
  var toolchain: String?

  /// The stamp of this program.
  static let current = unsafe BuildStamp(
    commit: String(cString: kymo_build_commit()),
    toolchain: String(cString: kymo_build_toolchain())
  )

  /// Reads what was said: a commit with or without `-dirty` behind it, and a line.
  init(commit: String, toolchain: String) {
    let mark = "-dirty"
    let isDirty = commit.hasSuffix(mark)
    let digits = isDirty ? String(commit.dropLast(mark.count)) : commit
    if digits.count == 40, digits.allSatisfy(\.isHexDigit) {
      self.commit = digits
      self.isDirty = isDirty
    }
    self.toolchain = toolchain.isEmpty ? nil : toolchain
  }

  /// The suffix of a version: `+41b94bd`, `+41b94bd.dirty`, or nothing.
  var suffix: String {
    guard let commit else { return "" }
    return "+\(commit.prefix(7))" + (isDirty == true ? ".dirty" : "")
  }
}
