/// Why a browser cannot be driven any more.
public enum DevToolsError: Error, Sendable, Equatable, CustomStringConvertible {
  /// It has ended, or has closed its pipe; the last that it said, empty if nothing.
  case gone(String)
  /// A message is longer than this, in bytes.
  case tooLong(limit: Int)
  /// A message is not what the protocol has; its beginning.
  case malformed(String)

  /// The problem in words.
  public var description: String {
    switch self {
    case .gone(let said): "Chromium has ended" + (said.isEmpty ? "" : ": \(said)")
    case .tooLong(let limit): "Chromium sent a message of more than \(limit >> 20) MiB"
    case .malformed(let text): "Chromium sent what is no message: \(text)"
    }
  }
}
