/// A scratch folder of SwiftPM that is kept, so that the next revision compiles its own sources alone.
///
/// Builds hold absolute paths, so the worktree of each revision stands at the same place beside it, one after the
/// other. What is compiled is used again only if all that it was made with is as it was, and every file has the bytes
/// that the last build left; otherwise the folder is emptied. What the package itself has compiled is never used again.
struct GateScratch {
  /// How many are kept, each of another package.
  static let capacity = 4
  /// The longest text about one, in bytes.
  static let textLimit = 1 << 20

  /// Where it is, absolute and without links.
  let path: String
  private let lock: UnsafeFileLock
  private let limits: TrialLimits

  /// Where a copy of the root folder is put, with the worktree in it.
  var mirror: String { path + "/tree" }
  /// The folder that SwiftPM gets as `--scratch-path`.
  var folder: String { path + "/build" }

  /// Takes the folder of a package, which nobody else has until it is given back; nil if it cannot be had, as on a full
  /// disk, or somebody wishes to stop.
  ///
  /// - Parameters:
  ///   - cache: beside which builds it is kept.
  ///   - repository: whose package it is.
  ///   - limits: when to stop.
  ///   - whenBusy: called if another gate has it, before it is waited for.
  /// - Throws: that a command cannot be started.
  init?(
    _ cache: BuildCache,
    _ repository: GateRepository,
    _ limits: TrialLimits,
    whenBusy: () -> Void
  ) throws(TrialError) {
    let parent = UnsafeFilePlace.folder(of: cache.path)
    let name = ScratchKey.name(repository)
    let locks = "\(parent)/locks"
    let made = "\(parent)/scratch/\(name)"
    func lock(_ shouldStop: () -> Bool) -> UnsafeFileLock? {
      // Whoever goes on compiling after this process was killed still has it.
      UnsafeFileLock("\(locks)/scratch-\(name)", isInherited: true, shouldStop: shouldStop)
    }
    do { try UnsafeFolder.make(locks) } catch { return nil }
    var own = lock { true }
    if own == nil {
      whenBusy()
      own = lock { limits.isStopped }
    }
    guard let own else { return nil }
    do { try UnsafeFolder.make(made) } catch { return nil }
    guard let path = UnsafeFolder.realPath(made) else { return nil }
    (self.path, self.lock, self.limits) = (path, own, limits)
    // A gate that was killed leaves its worktree.
    GateTree.remove(mirror, of: repository)
    _ = try isDone(["touch", "--", path])
    try removeOldest(in: UnsafeFilePlace.folder(of: path), locks)
  }

  /// Lets the next one have it.
  func release() { lock.release() }

  /// Makes it ready for a build.
  ///
  /// - Parameters:
  ///   - key: what will be compiled with it.
  ///   - own: the names of what the package itself makes.
  /// - Returns: whether what is compiled in it is used.
  /// - Throws: that it cannot be written.
  func prepare(_ key: ScratchKey, own: Set<String>) throws(TrialError) -> Bool {
    let isUsed = text("key") == key.text ? try isAsItWasLeft() : false
    if isUsed {
      let before = text("own")?.split(separator: "\n").map(String.init) ?? []
      try removeOutputs(of: own.union(before))
      // A killed build leaves no list of what it made, and so nothing that is used.
      _ = try isDone(["rm", "-f", "--"] + ["objects", "own"].map { "\(path)/\($0)" })
    } else {
      try discard()
      try UnsafeWholeFile.write(key.text, toNew: "\(path)/key")
    }
    try UnsafeWholeFile.write(own.sorted().joined(separator: "\n"), toNew: "\(path)/own")
    return isUsed
  }

  /// Lists what a build that has ended made, for the next one to find it so; a compiler that failed is no reason not to.
  func seal() throws(TrialError) {
    _ = try isDone(["sh", "-c", Self.list, "sh", path])
  }

  /// Removes all that is in it.
  func discard() throws(TrialError) {
    let names = ["objects", "objects.new", "own", "key", "build"]
    _ = try isDone(["rm", "-rf", "--"] + names.map { "\(path)/\($0)" })
  }

  /// Whether every file has the bytes that the last build left.
  private func isAsItWasLeft() throws(TrialError) -> Bool {
    try isDone([
      "sh", "-c", "cd -- \"$1/build\" && sha256sum --check --status ../objects", "sh", path,
    ])
  }

  /// Lists the digests of what was compiled; the cache of Clang's modules looks after itself.
  private static let list = #"""
    cd -- "$1/build" && find release/ -name ModuleCache -prune -o -type f -print0 |
      xargs -0 -r sha256sum >../objects.new && mv ../objects.new ../objects
    """#

  /// Removes what the package itself made, of this revision and the last one: a clean build has none of it.
  private func removeOutputs(of names: Set<String>) throws(TrialError) {
    var outputs = ["\(folder)/plugins"]
    for place in ["release", "release/Modules", "release/Modules-tool"] {
      UnsafeFolder.visit("\(folder)/\(place)") { name in
        if Self.isOutput(name, of: names) { outputs.append("\(folder)/\(place)/\(name)") }
        return true
      }
    }
    _ = try isDone(["rm", "-rf", "--"] + outputs)
  }

  /// Whether a file or folder of a build belongs to a target or a product of one of the names.
  static func isOutput(_ file: String, of names: Set<String>) -> Bool {
    let name = file.prefix { $0 != "." }
    let plain = name.hasSuffix("-tool") ? name.dropLast(5) : name
    let library = plain.hasPrefix("lib") ? plain.dropFirst(3) : plain
    return [name, plain, library].contains { names.contains(String($0)) }
  }

  private func removeOldest(in folder: String, _ locks: String) throws(TrialError) {
    let list = try limits.run(["ls", "-1t", "--", folder])
    let names = String(decoding: list.output, as: UTF8.self).split(separator: "\n")
    for name in names.dropFirst(Self.capacity) {
      // One in use stays.
      guard let lock = UnsafeFileLock("\(locks)/scratch-\(name)", shouldStop: { true }) else {
        continue
      }
      _ = try isDone(["rm", "-rf", "--", "\(folder)/\(name)"])
      lock.release()
    }
  }

  private func isDone(_ command: [String]) throws(TrialError) -> Bool {
    try limits.run(command).end == .exited(0)
  }

  private func text(_ name: String) -> String? {
    do { return try UnsafeWholeFile.read("\(path)/\(name)", limit: Self.textLimit) } catch {
      return nil
    }
  }
}
