@unsafe @preconcurrency import Glibc

/// Starts processes: each the leader of a session of its own, with the descriptors that it is given and no others.
///
/// SAFETY: the strings of `argv` are made by `strdup` and freed after `posix_spawnp`, which copies them; both lists end in
/// nil. `environ` is only read, and nothing in this process changes it. The attributes and the file actions are destroyed
/// on every way out.
enum UnsafeSpawn {
  /// `POSIX_SPAWN_SETSID`, which the header shows only to who asks for the extensions of GNU.
  private static let newSession: Int16 = 0x80

  /// Starts a command, which reads nothing.
  ///
  /// - Parameters:
  ///   - command: the program, looked up in PATH unless it has a slash, and its arguments.
  ///   - descriptors: descriptors of this process, and the numbers that the new one has them under; none of the former is
  ///     among the latter.
  /// - Returns: its number.
  /// - Throws: why it cannot be started.
  static func start(
    _ command: [String],
    giving descriptors: [(own: Int32, number: Int32)]
  ) throws(TrialError) -> pid_t {
    precondition(!command.isEmpty, "a command has a name")
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (own, number) in descriptors {
      unsafe posix_spawn_file_actions_adddup2(&actions, own, number)
    }

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
    // A child would inherit that this process ignores SIGPIPE and SIGXFSZ, and what the calling thread blocks.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe sigaddset(&signals, SIGXFSZ)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes,
      newSession | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
    )

    var words: [UnsafeMutablePointer<CChar>?] = unsafe command.map { unsafe strdup($0) }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    var number: pid_t = 0
    let code = unsafe posix_spawnp(&number, command[0], &actions, &attributes, words, environ)
    guard code == 0 else {
      throw TrialError(
        about: command[0],
        "it cannot be started: \(UnsafeSystem.message(for: code))"
      )
    }
    return number
  }
}
