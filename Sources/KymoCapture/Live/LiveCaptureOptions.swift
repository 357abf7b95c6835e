/// The options of a live capture.
public struct LiveCaptureOptions: Equatable, Sendable {
  /// The most bytes of a packet that libpcap keeps.
  public static let maximumSnapshotBytes = 262_144

  /// The name of the device, such as `lo`; `any` for all.
  public var device: String
  /// The ports of TCP, at either end, over IPv4 and IPv6; none for all.
  public var ports: [UInt16]
  /// How many packets are captured at most; nil for any number.
  public var packetLimit: UInt64?
  /// When another file begins; nil for a single one.
  public var rotation: CaptureRotation?
  /// How many bytes of packets the kernel holds until they are read.
  ///
  /// The loopback device puts every packet there twice.
  public var bufferBytes = 64 << 20
  /// How many bytes of a packet are kept at most: at least 64, at most ``maximumSnapshotBytes``.
  ///
  /// Packets of the loopback device may have 64 KiB.
  public var snapshotBytes = Self.maximumSnapshotBytes
  /// Whether it waits for the disk once a second and at the end of each file, so that a loss of power loses no more.
  public var synchronizes = false
  /// After how many ms the kernel hands over packets that do not fill a block.
  public var timeoutMilliseconds = 10

  /// Chooses a device and ports.
  public init(device: String, ports: [UInt16] = []) {
    self.device = device
    self.ports = ports
  }

  /// The filter in the language of libpcap.
  ///
  /// It never asks for a direction: right after a filter was set libpcap applies it by itself, knows none, and
  /// drops packets that nobody counts.
  public var filter: String {
    ports.isEmpty ? "tcp" : ports.map { "tcp port \($0)" }.joined(separator: " or ")
  }
}
