/// Why a capture cannot be read, or not to its end.
public struct CaptureError: Error, Equatable, Sendable {
  /// A kind of trouble.
  public enum Kind: Equatable, Sendable {
    /// The operating system refused; the `errno`.
    case system(Int32)
    /// The file is no capture, or one of a kind that cannot be read.
    case notCapture
    /// The file ends within a packet or a header, or what follows is no packet.
    case cut
  }

  /// The kind of trouble.
  public var kind: Kind
  /// The problem in the words of whoever noticed; one line without the file's name.
  public var message: String
  /// How many packets were read before.
  public var packets: UInt64

  /// Puts an error together.
  public init(_ kind: Kind, _ message: String, packets: UInt64 = 0) {
    self.kind = kind
    self.message = message
    self.packets = packets
  }
}
