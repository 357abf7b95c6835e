package import KymoScript
import KymoText

/// Bundles the modules of pages by Debian's esbuild.
///
/// What it makes depends on the modules and on its version alone: it works in a folder of its own, by names without a
/// path, with an environment of its own, and finds no settings there but empty ones.
package struct EsbuildRun {
  /// How long it may take, in ns.
  static let limitNanoseconds: Int64 = 60_000_000_000
  /// The most bytes of a bundle or of its map.
  static let maximumBytes = 256 << 20

  private static let options = [
    "entry.js", "--bundle", "--format=esm", "--platform=neutral", "--target=esnext",
    "--charset=utf8",
    // What no browser has is not there, whatever a module looks for.
    "--define:require=undefined", "--sourcemap=external", "--sources-content=false",
    "--outfile=bundle.js", "--log-level=error", "--log-limit=0", "--color=false",
  ]

  /// A bundler for pages.
  ///
  /// - Parameter shouldStop: asked while it runs.
  /// - Returns: the bundler, which starts esbuild when a page needs it.
  package static func bundler(
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) -> ModuleBundler {
    ModuleBundler {
      try? EsbuildRun(shouldStop).name()
    } run: { files in
      do throws(TrialError) { return try EsbuildRun(shouldStop).bundle(files) } catch {
        return .unavailable("the page's modules are not bundled: \(error)")
      }
    }
  }

  private let shouldStop: @Sendable () -> Bool

  private init(_ shouldStop: @escaping @Sendable () -> Bool) { self.shouldStop = shouldStop }

  private func bundle(_ files: [ModuleFile]) throws(TrialError) -> ModuleBundling {
    let folder = try UnsafeTemporaryFolder()
    defer { folder.remove() }
    // A file of settings in a folder above would count otherwise.
    let settings = ["package.json", "tsconfig.json"].map { ModuleFile(name: $0, text: "{}\n") }
    for file in settings + files {
      precondition(!file.name.contains("/"), "a module has a name without a folder")
      try UnsafeWholeFile.write(file.text, toNew: "\(folder.path)/\(file.name)", isLasting: false)
    }
    let outcome = try run(Self.options, in: folder.path)
    if outcome.end == .exited(0) {
      return .bundle(
        code: try UnsafeWholeFile.read(folder.path + "/bundle.js", limit: Self.maximumBytes),
        map: try UnsafeWholeFile.read(folder.path + "/bundle.js.map", limit: Self.maximumBytes)
      )
    }
    let failures = Self.failures(in: String(decoding: outcome.diagnostics, as: UTF8.self))
    // What runs it says that it is not there, or no program.
    if outcome.end == .exited(127) || outcome.end == .exited(126) {
      throw TrialError(
        about: "esbuild",
        outcome.end == .exited(127) ? "it is not installed" : "it cannot be run",
        remedy: "install the package esbuild"
      )
    }
    guard outcome.end == .exited(1), !failures.isEmpty else {
      throw TrialError(
        about: "esbuild",
        outcome.end == .exited(1) ? outcome.lastLines() : outcome.ending
      )
    }
    return .failures(failures)
  }

  private func name() throws(TrialError) -> String {
    let outcome = try run(["--version"], in: "/")
    guard outcome.end == .exited(0) else { throw TrialError(about: "esbuild", outcome.ending) }
    let version = String(decoding: outcome.output, as: UTF8.self).filter { !$0.isWhitespace }
    return "esbuild \(version.printable)"
  }

  private func run(
    _ words: [String],
    in folder: String
  ) throws(TrialError) -> ChildOutcome {
    let surroundings = [
      "/usr/bin/env", "-i", "-C", folder, "PATH=/usr/bin:/bin", "HOME=/nonexistent",
    ]
    let outcome = try UnsafeChildProcess.run(
      surroundings + ["esbuild"] + words,
      deadline: MonotonicTime.nanoseconds(after: Self.limitNanoseconds),
      outputLimit: 1 << 20,
      shouldStop: shouldStop
    )
    return outcome
  }

  /// What it says about modules: a line with the message, and later one with the place.
  static func failures(in text: String) -> [ModuleFailure] {
    var failures: [ModuleFailure] = []
    var message: String?
    for line in text.split(whereSeparator: \.isNewline) {
      if let mark = line.firstRange(of: "[ERROR] ") {
        message = String(line[mark.upperBound...])
        continue
      }
      guard let said = message, line.hasPrefix("    "), line.hasSuffix(":") else { continue }
      let parts = line.dropFirst(4).dropLast().split(separator: ":")
      guard parts.count == 3, let row = Int(parts[1]), let column = Int(parts[2]) else { continue }
      failures.append(
        ModuleFailure(file: String(parts[0]), line: row, column: column + 1, message: said)
      )
      message = nil
    }
    return failures
  }
}
