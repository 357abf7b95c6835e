/// Builds revisions of the repository around the working directory, each in a worktree of its own.
struct GateWorktrees {
  private let folder: String
  private var paths: [String] = []
  private var built: [String: String] = [:]

  /// Prepares to build in `folder`.
  init(folder: String) { self.folder = folder }

  /// Removes what was made; also after Ctrl-C, so without limits.
  mutating func remove() {
    for path in paths {
      do { _ = try UnsafeChildProcess.run(["git", "worktree", "remove", "--force", path]) } catch {}
    }
    paths = []
  }

  /// Finds the executable that `word` names, or builds the revision that it names.
  ///
  /// - Throws: that it is neither, or that the build failed.
  mutating func resolve(
    _ word: String,
    as name: String,
    _ limits: GateLimits,
    _ console: inout Console
  ) throws(CommandFailure) -> GateBuild {
    if UnsafeFileIdentity(path: word) != nil {
      // A bare name would be looked up in PATH.
      let executable = word.contains("/") ? word : "./" + word
      return GateBuild(name: name, word: word, executable: executable)
    }
    guard let commit = try commit(of: word, limits) else {
      throw CommandFailure(
        file: word,
        "neither an executable nor a revision of this repository",
        remedy: word.contains("/") ? "check the path" : "see: git log --oneline"
      )
    }
    if built[commit] == nil { built[commit] = try build(commit, word, as: name, limits, &console) }
    return GateBuild(name: name, word: word, executable: built[commit] ?? "", commit: commit)
  }

  private func commit(of word: String, _ limits: GateLimits) throws(CommandFailure) -> String? {
    guard !word.hasPrefix("-") else { return nil }
    let outcome: ChildOutcome
    do {
      outcome = try limits.run(
        ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", word + "^{commit}"]
      )
    } catch { return nil }  // No git.
    try limits.check(outcome)
    guard outcome.end == .exited(0) else { return nil }
    return String(decoding: outcome.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  private mutating func build(
    _ commit: String,
    _ word: String,
    as name: String,
    _ limits: GateLimits,
    _ console: inout Console
  ) throws(CommandFailure) -> String {
    let path = "\(folder)/\(commit.prefix(12))"
    paths.append(path)
    let added = try limits.run(
      ["git", "worktree", "add", "--quiet", "--force", "--detach", path, commit]
    )
    try limits.check(added)
    guard added.end == .exited(0) else {
      throw CommandFailure(file: word, "git makes no worktree of it: \(added.lastLines())")
    }
    console.note("building \(name), \(word), with swift build -c release --product kymo")
    console.beginProgress("building \(name)", of: nil, unit: "steps")
    let start = MonotonicTime.nanoseconds()
    let command = ["swift", "build", "-c", "release", "--product", "kymo", "--package-path", path]
    let outcome = try limits.run(command) { output in
      if let step = Self.step(in: output) { console.progress(to: step) }
    }
    console.endProgress()
    try limits.check(outcome)
    guard outcome.end == .exited(0) else {
      // The compiler writes its errors to standard output.
      var lines = outcome
      lines.diagnostics = lines.output + [UInt8(ascii: "\n")] + lines.diagnostics
      throw CommandFailure(file: word, "it does not build:\n\(lines.lastLines(12))")
    }
    let took = console.quantity.duration(nanoseconds: MonotonicTime.nanoseconds() - start)
    console.note("built \(name) in \(took)")
    return "\(path)/.build/release/kymo"
  }

  /// The n of the last `[n/m]`.
  private static func step(in output: ArraySlice<UInt8>) -> Int? {
    let text = String(decoding: output, as: UTF8.self)
    guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix("[") }) else {
      return nil
    }
    return Int(line.dropFirst().prefix { $0.isNumber })
  }
}
