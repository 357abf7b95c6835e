import KymoBridge

/// A folder outside of the repository that a build was made with: a package that is given by its path.
struct BuildInput: Equatable {
  /// Where it is.
  var path: String
  /// The commit that is checked out there; nil if it is no clean checkout of any.
  var commit: String?

  /// Looks at what is there now.
  init(path: String, _ limits: GateLimits) throws(CommandFailure) {
    self.path = path
    commit = nil
    let head = try limits.run(["git", "-C", path, "rev-parse", "--verify", "--quiet", "HEAD"])
    guard head.end == .exited(0) else { return }
    let status = try limits.run(["git", "-C", path, "status", "--porcelain", "--", "."])
    guard status.end == .exited(0), status.output.isEmpty else { return }
    commit = String(decoding: head.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// The packages given by their paths in the state that SwiftPM leaves; empty if it cannot be read.
  static func paths(inState text: String) -> [String] {
    var document = JSONDocument(limits: BridgeLimits(messageBytes: max(text.utf8.count, 1)))
    do { try document.parse(text) } catch { return [] }
    guard let object = document.member("object", of: document.root),
      let list = document.member("dependencies", of: object)
    else { return [] }
    var paths: [String] = []
    var cursor = document.cursor(over: list)
    while let dependency = cursor.next(in: document) {
      guard let reference = document.member("packageRef", of: dependency),
        document.text("kind", of: reference) == "fileSystem",
        let path = document.text("location", of: reference)
      else { continue }
      paths.append(path)
    }
    return paths
  }
}
