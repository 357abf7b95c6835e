import Glibc
import KymoCommandLine

/// Another program in the place of this one.
///
/// SAFETY: the strings of the list are made by `strdup`, and it ends in nil; they are freed after `execvp`, which
/// only returns if it has failed, and copies them otherwise.
enum UnsafeExec {
  /// Runs another program in this process.
  ///
  /// - Parameter command: the program, looked up in PATH unless it has a slash, and its arguments.
  /// - Returns: why it could not be run; otherwise it does not return.
  static func replaceProcess(_ command: [String]) -> String {
    var words: [UnsafeMutablePointer<CChar>?] = unsafe command.map { unsafe strdup($0) }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    if let program = unsafe words[0] { _ = unsafe execvp(program, words) }
    return UnsafeTerminal.message(for: errno)
  }
}
