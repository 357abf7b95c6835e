/// Why packets of a device cannot be captured, or not any longer.
public struct LiveCaptureError: Error, Equatable, Sendable {
  /// A kind of trouble.
  public enum Kind: Equatable, Sendable {
    /// The process may not capture.
    case permission
    /// There is no device of that name.
    case noDevice
    /// The device, or libpcap, refused.
    case device
    /// A file is there that must not be replaced.
    case occupied
    /// The output cannot be written; the `errno`.
    case output(Int32)
  }

  /// The kind of trouble.
  public var kind: Kind
  /// The problem; one line without the name of the device or the file.
  public var message: String
  /// The device, or the file, that it is about.
  public var place: String

  /// Puts an error together.
  public init(_ kind: Kind, _ place: String, _ message: String) {
    self.kind = kind
    self.place = place
    self.message = message
  }
}
