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
      throw GateRepository.refusal(of: word, repository)
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
    var build = GateBuild(side: side, word: word, executable: side.executable(in: folder))
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
    guard keeps, let cache = BuildCache(limits) else {
      _ = try make(&build, commit, repository, nil, limits, &observer)
      return build
    }
    if try take(&build, key, cache, &observer) { return build }
    var scratch: GateScratch?
    if case .product = recipe {
      scratch = try GateScratch(cache, repository, limits) {
        observer.note("\(side.rawValue) waits for another gate that builds of this repository")
      }
    }
    defer { scratch?.release() }
    // Whoever had it may have built the same.
    if scratch != nil, try take(&build, key, cache, &observer) { return build }
    let inputs = try make(&build, commit, repository, scratch, limits, &observer)
    try keep(build, key, cache, inputs, &observer)
    return build
  }

  /// Takes a build that was kept; whether there is one.
  private func take(
    _ build: inout GateBuild,
    _ key: BuildKey,
    _ cache: BuildCache,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> Bool {
    guard let origin = try cache.take(key, to: build.side.folder(in: folder)) else { return false }
    observer.note(
      "\(build.side.rawValue), \(build.label): the build that was kept is used (--no-cache builds it anew)"
    )
    (build.isKept, build.origin) = (true, origin)
    return true
  }

  /// Builds it in a worktree.
  ///
  /// - Returns: what it was made with that the commit does not hold, and whether the versions of all else are fixed.
  private func make(
    _ build: inout GateBuild,
    _ commit: String,
    _ repository: GateRepository,
    _ scratch: GateScratch?,
    _ limits: TrialLimits,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> (folders: [BuildInput], hasFixedVersions: Bool) {
    let word = build.word
    let tree = try GateTree(
      repository,
      commit: commit,
      word: word,
      mirror: scratch?.mirror ?? "\(folder)/tree",
      limits
    )
    defer { tree.remove() }
    let builder = GateBuilder(
      tree: tree,
      folder: repository.folder,
      word: word,
      temporary: folder
    )
    let product = try builder.build(recipe, scratch, build.side, limits, &observer)
    build.origin = product.origin
    let copied = try product.copy(to: build.side.folder(in: folder), limits)
    try limits.check(copied)
    guard copied.end == .exited(0) else {
      throw TrialError(
        about: word,
        "\(product.origin) left no executable at \(tree.original(product.executable)): \(copied.lastLines())"
      )
    }
    let inputs = try builder.inputs(product, limits)
    for input in inputs.folders {
      observer.note(
        "\(build.side.rawValue) is built with \(input.path) as it is now"
          + (input.commit.map { " (\($0.prefix(10)))" } ?? ", which is not a clean checkout")
      )
    }
    return inputs
  }

  /// Keeps a build, unless nobody could say later what it was made with.
  private func keep(
    _ build: GateBuild,
    _ key: BuildKey,
    _ cache: BuildCache,
    _ inputs: (folders: [BuildInput], hasFixedVersions: Bool),
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) {
    var isKept = inputs.hasFixedVersions && inputs.folders.allSatisfy { $0.commit != nil }
    if isKept {
      isKept = try cache.keep(
        build.side.folder(in: folder),
        key,
        inputs: inputs.folders,
        origin: build.origin ?? ""
      )
    }
    guard !isKept else { return }
    let reason = inputs.hasFixedVersions ? "" : ": there is no Package.resolved in the commit"
    observer.note("\(build.side.rawValue): this build is not kept\(reason)")
  }

  /// Returns the compiler's description of itself; empty without one.
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
