/// The repository around the working directory.
package struct GateRepository {
  /// The folder that holds it, absolute.
  package let root: String
  /// The working directory within it, with a slash at its end; empty for the root.
  package let folder: String
  /// Where its objects are, absolute; one for all of its worktrees.
  package let objects: String

  /// Finds it; nil if there is none, or no git.
  package init?(_ limits: TrialLimits) throws(TrialError) {
    let outcome: ChildOutcome
    do {
      outcome = try limits.run(
        [
          "git", "rev-parse", "--path-format=absolute", "--show-toplevel", "--show-prefix",
          "--git-common-dir",
        ]
      )
    } catch { return nil }  // No git.
    try limits.check(outcome)
    let lines = String(decoding: outcome.output, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard outcome.end == .exited(0), lines.count >= 3 else { return nil }
    (root, folder, objects) = (lines[0], lines[1], lines[2])
  }

  /// The refusal of a word that names no build.
  ///
  /// - Parameters:
  ///   - word: what was given.
  ///   - repository: the repository around the working directory; nil if there is none.
  /// - Returns: what is wrong, and what may help.
  package static func refusal(of word: String, _ repository: GateRepository?) -> TrialError {
    let isPath = word.contains("/")
    guard repository == nil, !isPath else {
      return TrialError(
        about: word,
        "neither an executable nor a revision of this repository",
        remedy: isPath ? "check the path" : "see: git log --oneline"
      )
    }
    return TrialError(
      about: word,
      "no executable, and no revision: the working directory is in no git repository",
      remedy: "change into one, or give built tools in place of revisions, such as ./old and ./new"
    )
  }

  /// The commit that a word names, whole; nil if it names none.
  package func commit(of word: String, _ limits: TrialLimits) throws(TrialError) -> String? {
    guard !word.isEmpty, !word.hasPrefix("-") else { return nil }
    let outcome = try limits.run(
      ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", word + "^{commit}"]
    )
    try limits.check(outcome)
    guard outcome.end == .exited(0) else { return nil }
    return String(decoding: outcome.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
