/// A build whose behaviour a corpus is run for.
package struct CorpusBuild: Equatable, Sendable {
  /// Where its executable comes from.
  package enum Origin: Equatable, Sendable {
    /// It is the tool that planned the corpus; the hash of its executable.
    case tool(content: String)
    /// It is a file: where, from the folder of the manifest, and the hash of it.
    case executable(path: String, content: String)
    /// It is built of a commit where it is needed: an executable product of the package, nil for the only one.
    case product(commit: String, product: String?)
    /// It is built of a commit by a command of the shell, which leaves the executable there.
    case command(commit: String, command: String, executable: String)
  }

  /// The name, such as `base`.
  package var name: String
  /// Where its executable comes from.
  package var origin: Origin

  /// Names a build.
  package init(name: String, origin: Origin) {
    self.name = name
    self.origin = origin
  }

  /// The identity that tells it from any other build, wherever it lies.
  package var identity: String {
    switch origin {
    case .tool(let content), .executable(_, let content): "executable \(content)"
    case .product(let commit, let product): "commit \(commit) product \(product ?? "*")"
    case .command(let commit, let command, let executable):
      "commit \(commit) command \(command) executable \(executable)"
    }
  }

  /// The commit that it is built of; nil if it is a file.
  package var commit: String? {
    switch origin {
    case .tool, .executable: nil
    case .product(let commit, _), .command(let commit, _, _): commit
    }
  }
}
