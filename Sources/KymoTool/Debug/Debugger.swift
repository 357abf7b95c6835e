import Glibc
import KymoCommandLine
import KymoText
import KymoTrials

/// The debugger that stops a process before a handler.
enum Debugger {
  /// Whether a debugger watches this process, as the system says.
  static var isWatching: Bool {
    guard let status = try? UnsafeTextFile.read("/proc/self/status", limit: 1 << 16) else {
      return false
    }
    let line = status.split(separator: "\n").first { $0.hasPrefix("TracerPid:") }
    let number = line?.split(separator: "\t").last.flatMap { Int($0) }
    return number.map { $0 != 0 } ?? false
  }

  /// Stops here, in the debugger.
  @inline(never) static func trap() { raise(SIGTRAP) }

  /// Names of lldb; the first that runs is taken.
  private static let names = ["lldb", "/usr/bin/lldb"] + (14...21).reversed().map { "lldb-\($0)" }

  /// The command line that runs this one under lldb.
  static func command(_ lldb: String, _ arguments: [String]) -> [String] {
    [
      // Where the addresses of a process cannot be fixed, as in a container, lldb would not start it.
      lldb, "-o", "settings set target.disable-aslr false", "-o", "run", "--",
      ProgramName.file ?? ProgramName.invocation,
    ] + arguments
  }

  /// Becomes lldb, which runs the same command line.
  ///
  /// - Throws: that no lldb runs, or cannot be started.
  static func start(console: inout Console) throws(CommandFailure) {
    let lldb = names.first { name in
      do throws(TrialError) {
        return try UnsafeChildProcess.run([name, "--version"]).end == .exited(0)
      } catch { return false }
    }
    let words = Array(ProgramArguments.all.dropFirst())
    guard let lldb else {
      let own = command("lldb", words).dropFirst(5).map(\.shellQuoted).joined(separator: " ")
      throw CommandFailure(
        "no lldb runs here (install lldb, or run it in your debugger, which it stops by itself: \(own))"
      )
    }
    let command = command(lldb, words)
    console.note(command.map(\.shellQuoted).joined(separator: " "))
    console.flush()
    throw CommandFailure("cannot run \(lldb): \(UnsafeExec.replaceProcess(command))")
  }
}
