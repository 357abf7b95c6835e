@unsafe @preconcurrency import Glibc

/// Every process of a session: what its leader started, and what that started, in whatever process groups.
///
/// A build system gives each compiler a process group of its own, so that the group of a child is not all
/// that it started; a session is, as only daemons leave theirs.
///
/// SAFETY: `readdir` is asked by one owner of the directory, and what it points to is copied before it is
/// asked again; `opendir` is paired with `closedir`. Buffers are lent for one call, with their length. A
/// number is signalled right after `/proc` showed it to be of this session, whose own number is that of a
/// leader that was not waited for, and so is no other's.
@safe struct UnsafeProcessSession {
  /// The number of the session, which is that of its leader.
  let number: pid_t

  /// The processes of it that have not ended; none on a system without `/proc`.
  var members: [pid_t] {
    guard let folder = unsafe opendir("/proc") else { return [] }
    defer { unsafe _ = closedir(folder) }
    var members: [pid_t] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe Array(bytes.prefix { $0 != 0 })
      }
      guard let process = pid_t(String(decoding: name, as: UTF8.self)) else { continue }
      if Self.session(ofState: Self.state(of: process)) == number { members.append(process) }
    }
    return members
  }

  /// Sends a signal to every process of it.
  func signal(_ signal: Int32) {
    kill(-number, signal)
    for process in members where getpgid(process) != number { kill(process, signal) }
  }

  /// The session of a process that has not ended, by the text of its `stat` in `/proc`.
  static func session(ofState text: String) -> pid_t? {
    // The name before is in parentheses, and may have some itself.
    guard let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 3, fields[0] != "Z", fields[0] != "X" else { return nil }
    return pid_t(fields[3])
  }

  private static func state(of process: pid_t) -> String {
    let file = unsafe open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = unsafe read(file, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }
}
