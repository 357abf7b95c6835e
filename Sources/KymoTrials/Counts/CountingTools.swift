import KymoText

/// Runs processes under valgrind, in a world that is the same every time.
///
/// The environment is empty but for what the program needs to start, so that neither names nor lengths in it
/// move the stack; hashing is not seeded, and addresses are not random if the system lets us say so. Then two
/// runs of one command line execute the same instructions, to the last one.
package struct CountingTools {
  /// The longest file of a tool that is read, in bytes.
  static let fileLimit = 1 << 28
  /// The variables of the user's environment that are kept: without them a program may not find its
  /// libraries, or valgrind its own.
  static let kept = ["LD_LIBRARY_PATH", "VALGRIND_LIB"]

  /// The version of valgrind, as it says it: `valgrind-3.19.0`.
  package let version: String
  /// Whether addresses are the same in every run.
  package let hasFixedAddresses: Bool
  /// Whether a page's scripts are run, and counted.
  package let hasScripts: Bool
  private let prefix: [String]
  private let folder: UnsafeTemporaryFolder
  private let limits: TrialLimits

  /// The settings that make the engine of scripts do the same in every run: no compiler, and no
  /// garbage collection, whose moments depend on threads and on times.
  static let engine = [
    "JSC_useJIT=0", "JSC_useGC=0", "JSC_useConcurrentGC=0", "JSC_numberOfGCMarkers=1", "Malloc=1",
  ]

  /// That there is no valgrind.
  package static let absent = "valgrind is not installed"

  /// Looks for valgrind.
  ///
  /// - Parameters:
  ///   - folder: where its tools write.
  ///   - limits: when they have to end.
  ///   - hasScripts: whether a page's scripts are run, and counted.
  /// - Throws: that there is none.
  package init(
    _ folder: UnsafeTemporaryFolder,
    _ limits: TrialLimits,
    hasScripts: Bool = false
  ) throws(CountUnavailable) {
    self.hasScripts = hasScripts
    self.folder = folder
    self.limits = limits
    func firstLine(_ command: [String]) -> String? {
      do {
        let outcome = try limits.run(command)
        guard outcome.end == .exited(0) else { return nil }
        return String(decoding: outcome.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      } catch { return nil }
    }
    guard let valgrind = firstLine(["sh", "-c", "command -v valgrind"]) else {
      throw CountUnavailable(Self.absent)
    }
    guard let version = firstLine([valgrind, "--version"]) else {
      throw CountUnavailable("\(valgrind.printable) does not say its version, and cannot be used")
    }
    self.version = version
    let setarch = firstLine(["sh", "-c", "command -v setarch && setarch -R true"])
    hasFixedAddresses = setarch != nil
    let environment = Self.kept.compactMap { name in
      UnsafeSystem.environment(name).map { "\(name)=\($0)" }
    }
    prefix =
      ["env", "-i", "SWIFT_DETERMINISTIC_HASHING=1"] + environment + (hasScripts ? Self.engine : [])
      + (setarch.map { [$0, "-R"] } ?? []) + [valgrind, "--command-line-only=yes", "--vgdb=no"]
  }

  /// Returns what callgrind counts of a run.
  ///
  /// The engine of scripts looks at the clock: where a process stood still for a while, it asks for memory some ten
  /// times more or less often, and executes up to a 2,000th more. What it counts has to come out twice.
  func profile(_ run: CountedRun) throws(CountUnavailable) -> CallgrindProfile {
    hasScripts ? try repeated(run) : try profileOnce(run)
  }

  /// Returns what callgrind counts of a run that is the same every time.
  ///
  /// - Throws: that it never came out twice, which is said of other runs than those of scripts at the second.
  func repeated(_ run: CountedRun) throws(CountUnavailable) -> CallgrindProfile {
    try CountRepetition.repeated(run.name, attempts: hasScripts ? 5 : 2) {
      () throws(CountUnavailable) in try profileOnce(run)
    }
  }

  private func profileOnce(_ run: CountedRun) throws(CountUnavailable) -> CallgrindProfile {
    let text = try callgrind(run)
    guard let profile = CallgrindProfile(text, handlers: run.handlers) else {
      throw CountUnavailable("callgrind wrote no profile of \(run.name)")
    }
    return profile
  }

  /// Returns the output of callgrind for a run, with the names as the linker has them.
  package func callgrind(_ run: CountedRun) throws(CountUnavailable) -> String {
    try output("callgrind", run) { ["--demangle=no", "--callgrind-out-file=\($0)"] }
  }

  /// Returns what dhat counts of a run.
  func heap(_ run: CountedRun) throws(CountUnavailable) -> HeapTotal {
    let text = try output("dhat", run) { ["--dhat-out-file=/dev/null", "--log-file=\($0)"] }
    guard let total = HeapTotal(text) else {
      throw CountUnavailable("dhat wrote no total of \(run.name)")
    }
    return total
  }

  /// The system calls of a run.
  func systemCalls(_ run: CountedRun) throws(CountUnavailable) -> Int64 {
    let text = try output("none", run) { ["--trace-syscalls=yes", "--log-file=\($0)"] }
    guard let trace = SystemCallTrace(text) else {
      throw CountUnavailable("valgrind traced no system calls of \(run.name)")
    }
    return trace.count
  }

  /// Runs a tool, and reads what it wrote into the file that `options` names.
  private func output(
    _ tool: String,
    _ run: CountedRun,
    _ options: (String) -> [String]
  ) throws(CountUnavailable) -> String {
    guard !limits.isOver else { throw CountUnavailable("there was no time to count it") }
    let path = "\(folder.path)/\(tool).out"
    let command =
      prefix + ["--tool=\(tool)"] + options(path) + [run.executable] + run.arguments
    do throws(TrialError) {
      // What an earlier run left must not be taken for this one's.
      _ = try limits.run(["rm", "-f", "--", path])
      let outcome = try limits.run(command)
      guard outcome.end == .exited(0),
        !run.hasReport || BenchOutput(outcome.output)?.isValid == true
      else { throw TrialError("\(run.name) under valgrind: \(outcome.ending)") }
      return try UnsafeWholeFile.read(path, limit: Self.fileLimit)
    } catch { throw CountUnavailable(error.description) }
  }
}
