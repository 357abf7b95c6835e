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
}
