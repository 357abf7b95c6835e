/// A fault made on purpose at a message that crosses the bridge.
public enum PageFault: Sendable, Equatable, Hashable {
  /// It is lost.
  case drop
  /// It arrives twice.
  case duplicate
  /// It arrives after the next one of its direction.
  case reorder
  /// It arrives so many ns later.
  case delay(Int64)
  /// The page is loaded anew before it arrives.
  case reload

  /// The name on the command line and in reports.
  public var name: String {
    switch self {
    case .drop: "drop"
    case .duplicate: "duplicate"
    case .reorder: "reorder"
    case .delay: "delay"
    case .reload: "reload"
    }
  }
}
