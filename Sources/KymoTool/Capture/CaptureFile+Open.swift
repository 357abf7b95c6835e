import Glibc
import KymoCapture
import KymoCommandLine

extension CaptureFile {
  /// Opens a capture for a command.
  static func open(_ path: String) throws(CommandFailure) -> CaptureFile {
    do { return try CaptureFile(path: path) } catch { throw CommandFailure(error, file: path) }
  }
}

extension CommandFailure {
  /// A capture could not be read, or not to its end.
  init(_ error: CaptureError, file: String) {
    switch error.kind {
    case .system(let code):
      let remedy: ToolText? =
        switch code {
        case ENOENT: "check the path"
        case EACCES, EPERM: "check the permissions"
        default: nil
        }
      self.init(file: file, "cannot be read: \(error.message)", remedy: remedy)
    case .notCapture:
      self.init(file: file, error.message, remedy: "\(.tool) reads captures in pcap and pcapng")
    case .cut:
      self.init(
        file: file,
        "\(error.message), after \(error.packets) packets",
        remedy: "the packets before were read",
        status: .partial
      )
    }
  }
}
