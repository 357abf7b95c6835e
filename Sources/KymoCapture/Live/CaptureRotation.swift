/// When a capture goes on in another file.
///
/// The files of `NAME.pcap` are `NAME-00001.pcap`, `NAME-00002.pcap` and so on, each a capture by itself.
public struct CaptureRotation: Equatable, Sendable {
  /// How many bytes a file has at most, but that one packet may always be in it; nil for any number.
  public var bytes: UInt64?
  /// How much time a file covers at most, in ns; nil for any.
  ///
  /// It is that of the packets, not of the machine: intervals count from the first packet of the capture, and one
  /// without packets has no file.
  public var nanoseconds: Int64?
  /// How many files are kept, of which the oldest is removed before there are more; nil for all.
  public var files: Int?

  /// Chooses the limits.
  ///
  /// - Precondition: all limits are positive.
  public init(bytes: UInt64? = nil, nanoseconds: Int64? = nil, files: Int? = nil) {
    precondition(
      (bytes ?? 1) > 0 && (nanoseconds ?? 1) > 0 && (files ?? 1) > 0,
      "a limit is positive"
    )
    self.bytes = bytes
    self.nanoseconds = nanoseconds
    self.files = files
  }
}
