import Glibc
import KymoBench
import KymoReport

/// The executables of a corpus's builds, as far as a process needs them.
struct CorpusExecutables {
  private let manifest: CorpusManifest
  private let path: String
  private let limits: TrialLimits
  private var known: [String: String] = [:]
  private var folder: UnsafeTemporaryFolder?

  /// Prepares to find the builds of the manifest at `path`.
  init(_ manifest: CorpusManifest, path: String, _ limits: TrialLimits) {
    self.manifest = manifest
    self.path = path
    self.limits = limits
  }

  /// Removes what was built here; what is kept stays.
  func remove() { folder?.remove() }

  /// Where the executable of a build is; it is built if need be.
  ///
  /// - Throws: that it is not what was planned, or does not build.
  mutating func executable(
    of build: CorpusBuild,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> String {
    if let executable = known[build.name] { return executable }
    let executable: String
    switch build.origin {
    case .tool(let content):
      // The program that is running, even if another was built in its place; by number, as another starts it.
      executable = "/proc/\(getpid())/exe"
      try Self.check(executable, content, as: "this tool")
    case .executable(let path, let content):
      let place = CorpusFiles.resolved(path, of: self.path)
      executable = place.contains("/") ? place : "./" + place
      try Self.check(executable, content, as: "\(executable) (\(build.name))")
    case .product(let commit, let product):
      executable = try built(build, commit, .product(product), &observer)
    case .command(let commit, let command, let place):
      executable = try built(build, commit, .command(command, executable: place), &observer)
    }
    known[build.name] = executable
    return executable
  }

  private static func check(
    _ path: String,
    _ content: String,
    as name: String
  ) throws(TrialError) {
    guard try UnsafeFileHash.of(path).content != content else { return }
    throw TrialError(
      "\(name) is not the planned build; plan the corpus again"
    )
  }

  /// Builds a revision, or takes the build that was kept; of several processes on a machine, one builds.
  private mutating func built(
    _ build: CorpusBuild,
    _ commit: String,
    _ recipe: BuildRecipe,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> String {
    // The name of an executable in it says which side it is of, so that each has its own.
    let side: GateSide = manifest.builds.first == build ? .base : .head
    if folder == nil { folder = try UnsafeTemporaryFolder() }
    guard let folder else { preconditionFailure("it was just made") }
    let place = "\(folder.path)/\(build.name)"
    try UnsafeFolder.make(place)
    var lock: UnsafeFileLock?
    if let cache = BuildCache(limits) {
      let locks = UnsafeFilePlace.folder(of: cache.path) + "/locks"
      do { try UnsafeFolder.make(locks) } catch {}
      lock = UnsafeFileLock("\(locks)/\(commit.prefix(12))") { limits.isStopped }
    }
    defer { lock?.release() }
    var revisions = GateRevisions(folder: place, recipe: recipe, keeps: true)
    do throws(TrialError) {
      return try revisions.resolve(commit, as: side, limits, &observer).executable
    } catch {
      guard limits.isStopped else { throw error }
      throw TrialError(error.description, kind: .temporary)
    }
  }
}
