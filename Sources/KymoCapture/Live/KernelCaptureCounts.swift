/// The kernel's counts for a capture, as they are; their meaning differs between systems and devices.
public struct KernelCaptureCounts: Equatable, Sendable {
  /// `ps_recv`: packets that passed the filter.
  ///
  /// The loopback device passes each twice, once on its way out and once
  /// on its way in, of which one is handed over: it is no measure of what was lost.
  public var received: UInt64
  /// `ps_drop`: packets for which there was no room in the buffer.
  public var dropped: UInt64
  /// `ps_ifdrop`: packets that the device or its driver dropped, if they say so, of the filter's or not.
  public var droppedByInterface: UInt64

  /// Takes the numbers.
  public init(received: UInt64, dropped: UInt64, droppedByInterface: UInt64) {
    self.received = received
    self.dropped = dropped
    self.droppedByInterface = droppedByInterface
  }
}
