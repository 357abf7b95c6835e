package import KymoBench

/// Makes executables of the words BASE and HEAD: of a path, the file; of a revision, a build.
///
/// A revision is built in a worktree, which is removed again, and what was built is kept by commit.
package struct GateRevisions {
  private let folder: String
  private let recipe: BuildRecipe
  private let keeps: Bool
  private let page: GatePage?
  private var built: [String: GateBuild] = [:]
  private var repository: GateRepository?
  private var toolchain: String?

  /// Prepares to build in `folder`, an absolute path.
  ///
  /// - Parameters:
  ///   - folder: where the executables are put.
  ///   - recipe: how revisions are built.
  ///   - keeps: whether builds are kept, and those that are there are used.
  ///   - page: what is measured with them, if there is a page.
  package init(folder: String, recipe: BuildRecipe, keeps: Bool, page: GatePage? = nil) {
    self.page = page
    self.folder = folder
    self.recipe = recipe
    self.keeps = keeps
  }

  /// Finds the executable that `word` names, or builds the revision that it names.
  ///
  /// - Throws: that it is neither, that nobody can say what to build, or that the build failed.
  package mutating func resolve(
    _ word: String,
    as side: GateSide,
    _ limits: TrialLimits,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> GateBuild {
    var build = try executable(word, as: side, limits, &observer)
    guard let page else { return build }
    if let commit = build.commit, let repository {
      build.page = try page.checkedOut(commit, word, side, repository, folder: folder, limits)
    } else {
      build.page = page.path
    }
    return build
  }

  private mutating func executable(
    _ word: String,
    as side: GateSide,
    _ limits: TrialLimits,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> GateBuild {
    if UnsafeFileIdentity(path: word) != nil {
      // A bare name would be looked up in PATH.
      let executable = word.contains("/") ? word : "./" + word
      return GateBuild(side: side, word: word, executable: executable)
    }
    if repository == nil { repository = try GateRepository(limits) }
    guard let repository, let commit = try repository.commit(of: word, limits) else {
      throw TrialError(
        about: word,
        "neither an executable nor a revision of this repository",
        remedy: word.contains("/") ? "check the path" : "see: git log --oneline"
      )
    }
    if let page, recipe == .product(nil), try !page.hasPackage(commit, repository, limits) {
      // A repository of a page alone: its native side is the app of this tool.
      var build = GateBuild(side: side, word: word, executable: "/proc/self/exe")
      build.executable = try page.copyOfThisTool(side, folder: folder, limits)
      (build.commit, build.origin) = (commit, GatePage.thisTool)
      return build
    }
    if let known = built[commit] {
      var build = GateBuild(side: side, word: word, executable: known.executable)
      (build.commit, build.origin, build.isKept) = (commit, known.origin, known.isKept)
      return build
    }
    let build = try build(commit, word, side, repository, limits, &observer)
    built[commit] = build
    return build
  }

  private mutating func build(
    _ commit: String,
    _ word: String,
    _ side: GateSide,
    _ repository: GateRepository,
    _ limits: TrialLimits,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> GateBuild {
    // Of one length, as that of the path shifts the stack.
    let executable = "\(folder)/build-\(side == .base ? 0 : 1)"
    var build = GateBuild(side: side, word: word, executable: executable)
    build.commit = commit
    let toolchain = try version(limits)
    build.toolchain = toolchain.isEmpty ? nil : toolchain
    let key = BuildKey(
      repository: repository.objects,
      commit: commit,
      folder: repository.folder,
      recipe: recipe,
      toolchain: toolchain
    )
    let cache = keeps ? BuildCache(limits) : nil
    if let cache, let origin = try cache.take(key, to: executable) {
      observer.note(
        "\(side.rawValue), \(build.label): the build that was kept is used (--no-cache builds it anew)"
      )
      build.isKept = true
      build.origin = origin
      return build
    }
    let tree = try GateTree(
      repository,
      commit: commit,
      word: word,
      mirror: "\(folder)/tree",
      limits
    )
    defer { tree.remove() }
    let builder = GateBuilder(
      tree: tree,
      folder: repository.folder,
      word: word,
      temporary: folder
    )
    let (made, origin) = try builder.build(recipe, side, limits, &observer)
    build.origin = origin
    let copied = try limits.run(["cp", "--", made, executable])
    try limits.check(copied)
    guard copied.end == .exited(0) else {
      throw TrialError(
        about: word,
        "\(origin) left no executable at \(tree.original(made)): \(copied.lastLines())"
      )
    }
    let (inputs, hasFixedVersions) = try builder.inputs(recipe, limits)
    for input in inputs {
      observer.note(
        "\(side.rawValue) is built with \(input.path) as it is now"
          + (input.commit.map { " (\($0.prefix(10)))" } ?? ", which is no clean checkout")
      )
    }
    if let cache {
      var isKept = hasFixedVersions && inputs.allSatisfy { $0.commit != nil }
      if isKept { isKept = try cache.keep(executable, key, inputs: inputs, origin: origin) }
      if !isKept {
        let reason = hasFixedVersions ? "" : ": there is no Package.resolved in the commit"
        observer.note("\(side.rawValue): this build is not kept\(reason)")
      }
    }
    return build
  }

  /// What the compiler says of itself; empty without one.
  private mutating func version(_ limits: TrialLimits) throws(TrialError) -> String {
    if let toolchain { return toolchain }
    var text = ""
    let outcome = try limits.run(GateBuilder.swift(["--version"], temporary: folder))
    if outcome.end == .exited(0) {
      text = String(decoding: outcome.output, as: UTF8.self)
        .split(separator: "\n").joined(separator: "; ")
    }
    toolchain = text
    return text
  }
}
