/// The report of a live capture.
public struct LiveCaptureReport: Equatable, Sendable {
  /// Why it ended.
  public enum End: String, Sendable {
    /// It was told to.
    case stopped
    /// It has as many packets as were asked for.
    case limit
    /// It could not go on: see ``LiveCaptureReport/problem``.
    case failed
  }

  /// Why it ended.
  public var end = End.stopped
  /// How many packets the kernel handed over.
  public var packets: UInt64 = 0
  /// How many bytes they had on the wire.
  public var bytes: UInt64 = 0
  /// How many of them are longer than the snapshot, so that their rest is missing.
  public var truncatedPackets: UInt64 = 0
  /// How many of them were written, be the file still there or removed.
  public var writtenPackets: UInt64 = 0
  /// When the first was captured, in ns since 1970; nil if there is none.
  public var firstTime: Int64?
  /// When the last was.
  public var lastTime: Int64?
  /// The kernel's counts; nil if it could not be asked.
  public var kernel: KernelCaptureCounts?
  /// The files that are there, the oldest first; none for a descriptor.
  public var files: [CapturedFile] = []
  /// How often it waited for the disk; 0 if nobody asked for that.
  public var synchronizations: UInt64 = 0
  /// How many files were removed for newer ones, and how many packets were in them.
  public var removedFiles: UInt64 = 0
  /// How many packets were in the files that were removed.
  public var removedPackets: UInt64 = 0
  /// The problem that ended it; nil if there was none.
  public var problem: LiveCaptureError?

  /// Whether packets are known to be missing: the kernel counted some, or not all were written.
  public var isKnownIncomplete: Bool {
    guard let kernel else { return true }
    return kernel.dropped > 0 || kernel.droppedByInterface > 0 || writtenPackets != packets
  }
}
