/// A revision of a repository in a worktree, among the neighbours that the repository has.
///
/// Packages name each other by relative paths, `../kymograph`. So that these lead to the same places, the
/// worktree stands in a copy of the folders around the repository, in which everything else is a link to the
/// original.
struct GateTree {
  /// Where the copy of the root folder is.
  let mirror: String
  /// The worktree.
  let path: String
  private let repository: GateRepository

  /// Checks a commit out.
  ///
  /// - Parameters:
  ///   - repository: whose commit it is.
  ///   - commit: what to check out, whole.
  ///   - word: the revision, for the failure.
  ///   - mirror: a folder that is not there yet, absolute.
  ///   - limits: when to stop.
  /// - Throws: that git makes no worktree of it.
  init(
    _ repository: GateRepository,
    commit: String,
    word: String,
    mirror: String,
    _ limits: TrialLimits
  ) throws(TrialError) {
    self.repository = repository
    self.mirror = mirror
    path = mirror + repository.root
    var folder = ""
    for name in repository.root.split(separator: "/") {
      let made = try limits.run(["mkdir", "-p", "--", mirror + folder])
      try limits.check(made)
      // What cannot be read, nobody can build from.
      let links = try limits.run(
        ["find", folder + "/", "-mindepth", "1", "-maxdepth", "1", "!", "-name"]
          + [Self.literal(name), "-exec", "ln", "-s", "-t", mirror + folder, "--", "{}", "+"]
      )
      try limits.check(links)
      folder += "/" + name
    }
    let added = try limits.run(
      ["git", "worktree", "add", "--quiet", "--force", "--detach", path, commit]
    )
    do throws(TrialError) {
      try limits.check(added)
      guard added.end == .exited(0) else {
        throw TrialError(about: word, "git cannot make a worktree of it: \(added.lastLines())")
      }
    } catch {
      remove()
      throw error
    }
  }

  /// Removes the worktree and the links; also after Ctrl-C, so without limits.
  func remove() { Self.remove(mirror, of: repository) }

  /// Removes what may be left of a worktree in `mirror`, and the links.
  static func remove(_ mirror: String, of repository: GateRepository) {
    let path = mirror + repository.root
    for command in [
      // Twice, as one that was ended while git made it is still locked.
      ["git", "worktree", "remove", "--force", "--force", path],
      // Git removes none that it has not finished; what it knows of this one stays behind.
      ["sh", "-c", forget, "sh", repository.objects, path],
      ["rm", "-rf", "--", mirror],
    ] {
      do { _ = try UnsafeChildProcess.run(command) } catch {}
    }
  }

  /// Removes what a repository knows of one worktree, with its locks.
  private static let forget = #"""
    place=$(cd -P -- "$2" 2>/dev/null && pwd -P || printf %s "$2")
    for entry in "$1"/worktrees/*/; do
      case "$(cat -- "$entry/gitdir" 2>/dev/null)" in
      "$2/.git" | "$place/.git") rm -rf -- "$entry" ;;
      esac
    done
    rmdir -- "$1/worktrees" 2>/dev/null
    """#

  /// The path of the original of what is in the mirror.
  func original(_ path: String) -> String {
    path.hasPrefix(mirror + "/") ? String(path.dropFirst(mirror.count)) : path
  }

  /// A name as a pattern of `find` that matches it alone.
  static func literal(_ name: Substring) -> String {
    name.map { "*?[]\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}
