/// A device whose packets can be captured.
public struct CaptureDevice: Equatable, Sendable {
  /// Its name, such as `lo`.
  public var name: String
  /// The system's own description of it; may be empty.
  public var description: String
  /// Whether it is up.
  public var isUp: Bool
  /// Whether it connects the machine with itself.
  public var isLoopback: Bool

  /// The devices of this machine, those that are up first; none if they cannot be listed.
  ///
  /// Without the right to capture there may be fewer.
  public static func all() -> [CaptureDevice] {
    let found = UnsafeDeviceList.devices()
    return found.filter(\.isUp) + found.filter { !$0.isUp }
  }
}
