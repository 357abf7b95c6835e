/// The key of compiled dependencies: all that they were made with.
struct ScratchKey: Equatable {
  /// Variables of the environment that compilers and SwiftPM read.
  private static let variables = [
    "CC", "CXX", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "PKG_CONFIG_PATH",
    "SDKROOT", "SWIFT_EXEC", "TOOLCHAINS",
  ]

  /// The folder of the package, absolute: what is compiled holds the path.
  var package: String
  /// The output of `swift --version`.
  var toolchain: String
  /// Variables of the environment, and the packages of the system that have headers.
  var surroundings: [String]
  /// Each dependency with its revision, or with the state of its files.
  var dependencies: [String]

  /// Everything, in lines; what is compiled is used again only if the texts are equal.
  var text: String {
    let lines =
      ["kymograph.scratch/1", "package \(package)", "toolchain \(toolchain)"] + surroundings
      + dependencies.sorted().map { "dependency \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Looks at what surrounds a build.
  ///
  /// - Returns: in lines, the variables that are set and a digest of the installed packages, of Debian if it is one.
  static func surroundings(_ limits: TrialLimits) throws(TrialError) -> [String] {
    let set = variables.compactMap { name in
      UnsafeSystem.environment(name).map { "environment \(name)=\($0)" }
    }
    let script =
      "dpkg-query -W -f '${binary:Package} ${Version}\\n' '*-dev' 2>/dev/null | sha256sum"
    let outcome = try limits.run(["sh", "-c", script])
    return set + ["packages \(outcome.firstWord)"]
  }

  /// The name of the folder of a repository's packages: one for each place where one is checked out.
  static func name(_ repository: GateRepository) -> String {
    BuildKey.digits("\(repository.objects)\n\(repository.root)\n\(repository.folder)")
  }
}
