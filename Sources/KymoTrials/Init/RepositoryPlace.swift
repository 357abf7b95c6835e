/// Where a new package lies in a git repository that is there already.
package struct RepositoryPlace: Equatable, Sendable {
  /// The folder of the repository.
  package let root: String
  /// Whether the package is that folder.
  package let isRoot: Bool
  /// The branch that changes are merged into: that of origin, or else the one that is checked out.
  package let branch: String

  /// Looks for the repository around a folder, which need not be there; nil if there is none, or no git.
  package init?(around folder: String) {
    var known = folder
    while UnsafeFolder.realPath(known) == nil {
      let parent = UnsafeFilePlace.folder(of: known)
      guard parent != known else { return nil }
      known = parent
    }
    func git(_ words: String...) -> String? {
      do {
        let outcome = try UnsafeChildProcess.run(["git", "-C", known] + words)
        guard outcome.end == .exited(0) else { return nil }
        let line = outcome.output.prefix { $0 != UInt8(ascii: "\n") }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
      } catch { return nil }
    }
    guard let root = git("rev-parse", "--show-toplevel") else { return nil }
    self.root = root
    isRoot = UnsafeFolder.realPath(folder) == UnsafeFolder.realPath(root)
    let remote = git("symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD")
    branch =
      remote.map { String($0.drop { $0 != "/" }.dropFirst()) }
      ?? git("symbolic-ref", "--quiet", "--short", "HEAD") ?? "main"
  }
}
