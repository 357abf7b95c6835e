import KymoCommandLine
import KymoScript

extension UnsafeHangWatch.Ending {
  /// A line, and a status of the tool's.
  init(_ text: String, _ status: ExitStatus) { self.init(text, status: status.rawValue) }
}
