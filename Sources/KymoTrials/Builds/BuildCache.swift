/// Builds that are kept, each in a folder named after what it was built of.
///
/// An entry is made beside its place and renamed into it as a whole, and what is in it never changes, so that
/// gates that run at once do not see each other's halves. Whoever uses an entry copies it first.
package struct BuildCache {
  /// How many builds are kept.
  static let capacity = 32
  /// The longest text of an entry, in bytes.
  static let textLimit = 1 << 16

  /// Where it is: `builds` within `kymograph` of the user's cache.
  package let path: String
  private let limits: TrialLimits

  /// Finds the place: in `$XDG_CACHE_HOME`, or else in `~/.cache`; nil if there is neither.
  package init?(_ limits: TrialLimits) {
    func folder(_ name: String) -> String? {
      UnsafeSystem.environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let parent = folder("XDG_CACHE_HOME") ?? folder("HOME").map({ $0 + "/.cache" }) else {
      return nil
    }
    path = parent + "/kymograph/builds"
    self.limits = limits
  }

  /// Copies a kept build, the executable and what stands beside it, into a new folder.
  ///
  /// - Returns: what was built, for people; nil if it is not kept, or what it was made with has changed.
  func take(_ key: BuildKey, to folder: String) throws(TrialError) -> String? {
    let entry = "\(path)/\(key.name)"
    guard text("\(entry)/key") == key.text, let inputs = text("\(entry)/inputs"),
      let origin = text("\(entry)/origin")
    else { return nil }
    for line in inputs.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      let input = try BuildInput(path: String(parts[1]), limits)
      guard input.commit == String(parts[0]) else { return nil }
    }
    // Another gate may have put a later one in its place meanwhile.
    guard try isDone(["cp", "-a", "--", "\(entry)/product", folder]),
      text("\(entry)/inputs") == inputs
    else {
      _ = try isDone(["rm", "-rf", "--", folder])
      return nil
    }
    // The time of its last use.
    _ = try isDone(["touch", "--", entry])
    return origin
  }

  /// Keeps a build, a folder with all of it; whether it does, as a full disk is no reason to give up what was to be measured.
  ///
  /// - Precondition: every input has a commit.
  func keep(
    _ folder: String,
    _ key: BuildKey,
    inputs: [BuildInput],
    origin: String
  ) throws(TrialError) -> Bool {
    guard try isDone(["mkdir", "-p", "--", path]) else { return false }
    let made = try limits.run(["mktemp", "-d", "--", "\(path)/new-XXXXXXXX"])
    guard made.end == .exited(0) else { return false }
    let new = String(decoding: made.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let entry = "\(path)/\(key.name)"
    var isKept = false
    do {
      let lines = inputs.map { "\($0.commit ?? "") \($0.path)\n" }
      try UnsafeWholeFile.write(key.text, toNew: "\(new)/key")
      try UnsafeWholeFile.write(lines.joined(), toNew: "\(new)/inputs")
      try UnsafeWholeFile.write(origin, toNew: "\(new)/origin")
      if try isDone(["cp", "-a", "--", folder, "\(new)/product"]) {
        // What is there is of other inputs, or of another gate that was as fast: the later one stays.
        _ = try isDone(["rm", "-rf", "--", entry])
        isKept = try isDone(["mv", "-T", "--", new, entry])
      }
    } catch  where !limits.isOver {}
    if !isKept { _ = try isDone(["rm", "-rf", "--", new]) }
    try removeOldest()
    return isKept
  }

  private func removeOldest() throws(TrialError) {
    let list = try limits.run(["ls", "-1t", "--", path])
    let names = String(decoding: list.output, as: UTF8.self).split(separator: "\n")
    let old = names.dropFirst(Self.capacity).map { "\(path)/\($0)" }
    if !old.isEmpty { _ = try isDone(["rm", "-rf", "--"] + old) }
  }

  private func isDone(_ command: [String]) throws(TrialError) -> Bool {
    try limits.run(command).end == .exited(0)
  }

  private func text(_ path: String) -> String? {
    do { return try UnsafeWholeFile.read(path, limit: Self.textLimit) } catch { return nil }
  }
}
