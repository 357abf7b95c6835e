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
  /// - Returns: where the executable is, and what was built, for people.
  /// - Throws: that there is nothing to build, or that it does not build.
  func build(
    _ recipe: BuildRecipe,
    _ side: GateSide,
    _ limits: TrialLimits,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> (executable: String, origin: String) {
    switch recipe {
    case .product(let wanted):
      guard let package else {
        throw TrialError(
          about: word,
          "there is no Package.swift in it",
          remedy: "--build COMMAND --executable PATH builds anything else"
        )
      }
      let product = try description(of: package, limits).product(wanted, of: word)
      let command = Self.swift(
        ["build", "-c", "release", "--product", product, "--package-path", package],
        temporary: temporary
      )
      let said = "swift build -c release --product \(product.printable)"
      try run(command, said, side, limits, &observer)
      return ("\(package)/.build/release/\(product)", "the product \(product.printable)")
    case .command(let text, let executable):
      let place = "\(tree.path)/\(folder)"
      let command = ["sh", "-c", "cd -- \"$1\" && eval \"$2\"", "sh", place, text]
      try run(command, text.printable, side, limits, &observer)
      return (place + executable, "'\(text.printable)'")
    }
  }

  /// What was built with it that the commit does not hold.
  ///
  /// - Returns: the packages outside of the repository, and whether the versions of all others are in the
  ///   commit.
  func inputs(
    _ recipe: BuildRecipe,
    _ limits: TrialLimits
  ) throws(TrialError) -> (folders: [BuildInput], hasFixedVersions: Bool) {
    guard case .product = recipe, let package else { return ([], true) }
    let state: String
    do {
      state = try UnsafeWholeFile.read(
        "\(package)/.build/workspace-state.json",
        limit: Self.textLimit
      )
    } catch { return ([], false) }
    let packages = ResolvedPackages(state: state)
    var folders: [BuildInput] = []
    for path in packages.paths.sorted() {
      if path == tree.path || path.hasPrefix(tree.path + "/") { continue }
      folders.append(try BuildInput(path: tree.original(path), limits))
    }
    guard packages.hasVersions else { return (folders, true) }
    let file = try limits.run(
      ["git", "-C", package, "ls-files", "--error-unmatch", "Package.resolved"]
    )
    return (folders, file.end == .exited(0))
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
    _ limits: TrialLimits
  ) throws(TrialError) -> PackageDescription {
    let outcome = try limits.run(
      Self.swift(
        ["package", "--package-path", package, "describe", "--type", "json"],
        temporary: temporary
      )
    )
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
  ) throws(TrialError) {
    observer.note("building \(side.rawValue), \(word), with \(said)")
    observer.beginProgress("building \(side.rawValue)", of: nil, unit: "steps")
    let start = MonotonicTime.nanoseconds()
    let outcome = try limits.run(command) { output in
      if let step = Self.step(in: output) { observer.progress(to: step) }
    }
    observer.endProgress()
    try limits.check(outcome)
    guard outcome.end == .exited(0) else {
      // The compiler writes its errors to standard output.
      var lines = outcome
      lines.diagnostics = lines.output + [UInt8(ascii: "\n")] + lines.diagnostics
      throw TrialError(about: word, "it does not build:\n\(lines.lastLines(12))")
    }
    let took = QuantityText(isUnicode: true)
      .duration(nanoseconds: MonotonicTime.nanoseconds() - start)
    observer.note("built \(side.rawValue) in \(took)")
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
