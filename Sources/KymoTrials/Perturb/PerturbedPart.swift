/// A part of the system that a process can have of its own, and how.
enum PerturbedPart {
  /// Words that a command line can follow.
  case words([String])
  /// Why it cannot be had.
  case refused(String)

  /// The words; nil if it cannot be had.
  var words: [String]? {
    if case .words(let words) = self { words } else { nil }
  }

  /// The change to it, or why there is none.
  func perturbation(_ name: String, _ detail: String, still: Surroundings) -> Perturbation {
    switch self {
    case .words(let words):
      var changed = still
      changed.apart = words
      return Perturbation(name, detail, [changed])
    case .refused(let reason): return Perturbation(name, notTried: reason)
    }
  }

  /// A host name of its own.
  static let otherHost = "kymograph-elsewhere"
  /// A user's number that nobody has.
  static let otherUser = 42_424

  /// Looks for a way to have one.
  ///
  /// - Parameters:
  ///   - kind: the option of `unshare`.
  ///   - script: what a shell makes of it before it goes on with `exec "$@"`.
  ///   - run: runs a command line, and says why it failed; nil if it did not.
  /// - Returns: the first that works, or why the last does not.
  static func find(
    _ kind: String,
    _ script: String,
    _ run: ([String]) -> String?
  ) -> PerturbedPart {
    var reason = ""
    // Root has it at once; others with the rights over a system of their own, which many systems give to everybody.
    for rights in [[], ["--user", "--map-current-user", "--keep-caps"]] {
      let words =
        ["unshare"] + rights + [kind, "sh", "-c", "\(script) && exec \"$@\"", "sh"]
      guard let refusal = run(words + ["true"]) else { return .words(words) }
      reason = refusal
    }
    return .refused(reason)
  }

  /// Another host name.
  static func hostName(_ run: ([String]) -> String?) -> PerturbedPart {
    find("--uts", "hostname \(otherHost)", run)
  }

  /// Another number of processors that the system has, whichever of them may be used.
  static func processors(_ count: Int, _ run: ([String]) -> String?) -> PerturbedPart {
    // The file stays behind what it is mounted on when its name is gone.
    let script = """
      f=$(mktemp) && echo 0-\(count - 1) >"$f" && for n in online possible present; do \
      mount --bind "$f" /sys/devices/system/cpu/$n || { rm "$f"; exit 1; }; done && rm "$f"
      """
    return find("--mount", script, run)
  }

  /// Another user; who may read what stays as it is.
  static func user(_ run: ([String]) -> String?) -> PerturbedPart {
    let words = ["unshare", "--user", "--map-user=\(otherUser)", "--map-group=\(otherUser)"]
    guard let reason = run(words + ["true"]) else { return .words(words) }
    return .refused(reason)
  }
}
