import KymoBench
import KymoText

/// Builds what is measured of a revision, in its worktree.
struct GateBuilder {
  /// The longest file about a build that is read, in bytes.
  static let textLimit = 1 << 24

  let tree: GateTree
  /// The counterpart of the working directory within the worktree, with a slash at its end.
  let folder: String
  /// The revision, as the user named it.
  let word: String
  /// Where Swift may leave what it needs for a moment, absolute.
  let temporary: String

  /// Builds.
  ///
  /// - Parameters:
  ///   - recipe: how.
  ///   - scratch: where what dependencies are compiled to is kept; nil to compile everything.
  ///   - side: which of the two it is.
  ///   - limits: when to stop.
  ///   - observer: who is told how it goes on.
  /// - Returns: what was built.
  /// - Throws: that there is nothing to build, or that it does not build.
  func build(
    _ recipe: BuildRecipe,
    _ scratch: GateScratch?,
    _ side: GateSide,
    _ limits: TrialLimits,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> GateProduct {
    switch recipe {
    case .product(let wanted):
      guard let package else {
        throw TrialError(
          about: word,
          "there is no Package.swift in it",
          remedy: "--build COMMAND --executable PATH builds anything else"
        )
      }
      observer.note("reading the package of \(side.rawValue), \(word), and what it depends on")
      observer.beginProgress("reading the package of \(side.rawValue)", of: nil, unit: "steps")
      defer { observer.endProgress() }
      let description = try description(of: package, limits, &observer)
      let product = try description.product(wanted, of: word)
      let command = ["build", "-c", "release", "--product", product, "--package-path", package]
      let said = "swift build -c release --product \(product.printable)"
      let origin = "the product \(product.printable)"
      if let scratch, let key = try key(of: package, in: scratch, limits, &observer) {
        let own = try outputs(of: description, in: scratch, limits, &observer)
        if try scratch.prepare(key, own: own) {
          observer.note(
            "\(side.rawValue): what it depends on is as it was, and was compiled before"
          )
        }
        let outcome = try run(
          Self.swift(command + ["--scratch-path", scratch.folder], temporary: temporary),
          said,
          side,
          limits,
          &observer
        )
        try scratch.seal()
        // Somebody may have edited a dependency while it was compiled.
        if try key != self.key(of: package, in: scratch, limits, &observer) {
          try scratch.discard()
        }
        try check(outcome)
        let executable = "\(scratch.folder)/release/\(product)"
        return GateProduct(executable: executable, origin: origin, scratch: scratch.folder)
      }
      let whole = Self.swift(command, temporary: temporary)
      try check(run(whole, said, side, limits, &observer))
      return GateProduct(
        executable: "\(package)/.build/release/\(product)",
        origin: origin,
        scratch: "\(package)/.build"
      )
    case .command(let text, let executable):
      let place = "\(tree.path)/\(folder)"
      let command = ["sh", "-c", "cd -- \"$1\" && eval \"$2\"", "sh", place, text]
      try check(run(command, text.printable, side, limits, &observer))
      return GateProduct(executable: place + executable, origin: "'\(text.printable)'")
    }
  }

  /// Finds what the build was made with that the commit does not hold.
  ///
  /// - Returns: the packages outside of the repository, and whether the versions of all others are in the
  ///   commit.
  func inputs(
    _ product: GateProduct,
    _ limits: TrialLimits
  ) throws(TrialError) -> (folders: [BuildInput], hasFixedVersions: Bool) {
    guard let package, let scratch = product.scratch else { return ([], true) }
    guard let packages = packages(in: scratch) else { return ([], false) }
    let folders = try folders(packages, limits)
    guard !packages.pins.isEmpty else { return (folders, true) }
    let file = try limits.run(
      ["git", "-C", package, "ls-files", "--error-unmatch", "Package.resolved"]
    )
    return (folders, file.end == .exited(0))
  }

  /// Finds what the dependencies of a package are compiled with.
  ///
  /// - Returns: nil if there is none outside of the repository, so that nothing is worth to be kept, or SwiftPM does not
  ///   find them; the build says why.
  private func key(
    of package: String,
    in scratch: GateScratch,
    _ limits: TrialLimits,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> ScratchKey? {
    let places = ["--package-path", package, "--scratch-path", scratch.folder]
    let resolved = try limits.run(
      Self.swift(["package"] + places + ["resolve"], temporary: temporary)
    ) { _ in observer.progress(to: 0) }
    try limits.check(resolved)
    guard resolved.end == .exited(0), let packages = packages(in: scratch.folder) else {
      return nil
    }
    var dependencies = packages.pins
    for folder in try folders(packages, limits) { dependencies.append(try folder.state(limits)) }
    guard !dependencies.isEmpty else { return nil }
    let version = try limits.run(Self.swift(["--version"], temporary: temporary))
    return ScratchKey(
      package: package,
      toolchain: String(decoding: version.output, as: UTF8.self),
      surroundings: try ScratchKey.surroundings(limits),
      dependencies: dependencies
    )
  }

  /// Returns the outputs of a package, and of those that it depends on within the repository.
  private func outputs(
    of description: PackageDescription,
    in scratch: GateScratch,
    _ limits: TrialLimits,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> Set<String> {
    var outputs = description.outputs
    for path in packages(in: scratch.folder)?.paths ?? [] where isInside(path) {
      outputs.formUnion(try self.description(of: path, limits, &observer).outputs)
    }
    return outputs
  }

  /// The packages that SwiftPM found; nil if it has left nothing about them.
  private func packages(in scratch: String) -> ResolvedPackages? {
    do {
      let path = "\(scratch)/workspace-state.json"
      return ResolvedPackages(state: try UnsafeWholeFile.read(path, limit: Self.textLimit))
    } catch { return nil }
  }

  /// Those that are given by a path outside of the repository.
  private func folders(
    _ packages: ResolvedPackages,
    _ limits: TrialLimits
  ) throws(TrialError) -> [BuildInput] {
    var folders: [BuildInput] = []
    for path in packages.paths.sorted() where !isInside(path) {
      folders.append(try BuildInput(path: tree.original(path), limits))
    }
    return folders
  }

  private func isInside(_ path: String) -> Bool {
    path == tree.path || path.hasPrefix(tree.path + "/")
  }

  /// A command of Swift, which leaves folders behind where temporary files go.
  static func swift(_ arguments: [String], temporary: String) -> [String] {
    ["env", "TMPDIR=\(temporary)", "swift"] + arguments
  }

  /// The nearest folder with a manifest, from the working directory upwards; nil if there is none.
  private var package: String? {
    var parts = folder.split(separator: "/")
    while true {
      let path = ([tree.path] + parts.map(String.init)).joined(separator: "/")
      if UnsafeFileIdentity(path: path + "/Package.swift") != nil { return path }
      if parts.popLast() == nil { return nil }
    }
  }

  private func description(
    of package: String,
    _ limits: TrialLimits,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> PackageDescription {
    let outcome = try limits.run(
      Self.swift(
        ["package", "--package-path", package, "describe", "--type", "json"],
        temporary: temporary
      )
    ) { _ in observer.progress(to: 0) }
    try limits.check(outcome)
    guard outcome.end == .exited(0), let description = PackageDescription(outcome.output) else {
      throw TrialError(
        about: word,
        "its package cannot be read (\(outcome.ending)): \(outcome.lastLines())"
      )
    }
    return description
  }

  private func run(
    _ command: [String],
    _ said: String,
    _ side: GateSide,
    _ limits: TrialLimits,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> ChildOutcome {
    observer.note("building \(side.rawValue), \(word), with \(said)")
    observer.beginProgress("building \(side.rawValue)", of: nil, unit: "steps")
    let start = MonotonicTime.nanoseconds()
    var steps = 0
    let outcome = try limits.run(command) { output in
      if let step = Self.step(in: output) { steps = step }
      observer.progress(to: steps)
    }
    observer.endProgress()
    try limits.check(outcome)
    if outcome.end == .exited(0) {
      let took = QuantityText(isUnicode: true)
        .duration(nanoseconds: MonotonicTime.nanoseconds() - start)
      observer.note("built \(side.rawValue) in \(took)")
    }
    return outcome
  }

  private func check(_ outcome: ChildOutcome) throws(TrialError) {
    guard outcome.end == .exited(0) else {
      // The compiler writes its errors to standard output.
      var lines = outcome
      lines.diagnostics = lines.output + [UInt8(ascii: "\n")] + lines.diagnostics
      throw TrialError(about: word, "it does not build:\n\(lines.lastLines(12))")
    }
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
