import KymoRecording

extension SessionFile {
  /// Opens a recording for a command.
  static func open(_ path: String) throws(CommandFailure) -> SessionFile {
    do { return try SessionFile(path: path) } catch { throw CommandFailure(error, file: path) }
  }
}
