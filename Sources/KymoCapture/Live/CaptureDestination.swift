/// Where a live capture is written.
public enum CaptureDestination: Equatable, Sendable {
  /// A file, under its own name from the beginning, so that others can follow it; or a pipe or a device.
  ///
  /// A former capture there is replaced. Any other file is refused, unless it is empty.
  case file(String)
  /// A descriptor, which stays open.
  case descriptor(Int32)

  /// The name in messages.
  public var name: String {
    switch self {
    case .file(let path): path
    case .descriptor(1): "standard output"
    case .descriptor(let number): "descriptor \(number)"
    }
  }
}
