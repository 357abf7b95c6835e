/// Where the packets of a live capture come from: a device, or a test.
protocol PacketSource: AnyObject {
  /// The link header that the packets begin with.
  var linkType: LinkType { get }
  /// The time now on the clock of the packets, in ns since 1970.
  var now: Int64 { get }

  /// Hands over packets that are there, without waiting.
  ///
  /// - Parameters:
  ///   - maximum: how many at most.
  ///   - body: what takes them; the bytes are lent for the call.
  /// - Returns: how many there were.
  /// - Throws: that the device refuses, or is gone.
  func take(
    _ maximum: Int,
    _ body: (CapturedPacket, RawSpan) -> Void
  ) throws(LiveCaptureError) -> Int

  /// Waits until there are packets, no longer than this.
  func wait(milliseconds: Int)

  /// Returns the counts of the kernel; nil if it does not say.
  func kernelCounts() -> KernelCaptureCounts?
}
