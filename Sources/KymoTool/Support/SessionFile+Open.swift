import Glibc
import KymoCommandLine
import KymoMCAP
import KymoRecording

extension SessionFile {
  /// Opens a recording for a command.
  static func open(_ path: String) throws(CommandFailure) -> SessionFile {
    do { return try SessionFile(path: path) } catch {
      if error.kind == .system(ENOENT), let hint = UnfinishedFile.hint(beside: path) {
        throw CommandFailure(file: path, hint.problem, remedy: hint.remedy)
      }
      guard path == "-", error.kind == .system(ENOENT) else {
        throw CommandFailure(error, file: path)
      }
      throw CommandFailure(
        file: path,
        "standard input cannot be read in random order",
        remedy: "save the recording to a file first"
      )
    }
  }
}
