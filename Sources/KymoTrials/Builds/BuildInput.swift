import KymoBridge
import KymoReport

/// A folder outside of the repository that a build was made with: a package that is given by its path.
struct BuildInput: Equatable {
  /// Where it is.
  var path: String
  /// The commit that is checked out there; nil if it is no clean checkout of any.
  var commit: String?

  /// Looks at what is there now.
  init(path: String, _ limits: TrialLimits) throws(TrialError) {
    self.path = path
    commit = nil
    let head = try limits.run(["git", "-C", path, "rev-parse", "--verify", "--quiet", "HEAD"])
    guard head.end == .exited(0) else { return }
    let status = try limits.run(["git", "-C", path, "status", "--porcelain", "--", "."])
    guard status.end == .exited(0), status.output.isEmpty else { return }
    commit = String(decoding: head.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
  /// Returns the present state, in a line: the commit, or else a digest of the numbers, sizes and
  /// times of change of all files.
  ///
  /// No file can be written without another time of change. What builds and editors leave there is not looked at.
  func state(_ limits: TrialLimits) throws(TrialError) -> String {
    if let commit { return "commit \(commit) \(path)" }
    let script = #"""
      find "$1/" \( -name .git -o -name .build -o -name .swiftpm \) -prune -o \
        ! -type d -printf '%P %y %s %i %C@ %l\n' | LC_ALL=C sort | sha256sum
      """#
    let outcome = try limits.run(["sh", "-c", script, "sh", path])
    try limits.check(outcome)
    return "files \(outcome.firstWord) \(path)"
  }
}
