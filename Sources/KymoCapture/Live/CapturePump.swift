/// Moves packets from a source into files until somebody stops it.
final class CapturePump {
  /// How long it waits for packets before it looks whether it shall stop, in ms.
  private static let waitMilliseconds = 50
  /// After how many ns it waits for the disk, where that is asked for.
  private static let synchronizeNanoseconds: UInt64 = 1_000_000_000
  /// How many packets it takes before it writes out.
  private static let batchPackets = 4096
  /// How often the source must have nothing, one after the other, to be empty.
  private static let emptyTakes = 2
  /// How often it is asked at the end; a source whose clock is another one never passes the end of the capture.
  private static let maximumTakes = 1000

  private let source: any PacketSource
  private let limit: UInt64
  private let drainMilliseconds: Int
  private let progress: CaptureProgress
  private var series: CaptureSeries
  private var report = LiveCaptureReport()
  private let synchronizes: Bool
  /// When it waited for the disk last; nil if it never did.
  private var synchronized: Int64?
  /// Whether packets were written out since.
  private var isAhead = false

  /// - Parameters:
  ///   - source: where packets come from.
  ///   - series: where they go.
  ///   - options: the limit of packets, and how long the source may hold them back.
  ///   - progress: who stops it, and who wants to know how far it is.
  init(
    _ source: any PacketSource,
    _ series: consuming CaptureSeries,
    _ options: LiveCaptureOptions,
    _ progress: CaptureProgress
  ) {
    self.source = source
    self.series = series
    self.progress = progress
    limit = options.packetLimit ?? .max
    synchronizes = options.synchronizes
    drainMilliseconds = options.timeoutMilliseconds + 5
  }

  /// Captures until it is told to stop, has all packets that were asked for, or cannot go on.
  func run() -> LiveCaptureReport {
    do throws(LiveCaptureError) {
      while report.packets < limit, !progress.isStopRequested {
        source.wait(milliseconds: Self.waitMilliseconds)
        _ = try take()
        try synchronizeIfDue()
      }
      if report.packets < limit { try drain() } else { report.end = .limit }
    } catch { fail(error) }
    report.kernel = source.kernelCounts()
    do throws(LiveCaptureError) { try series.close() } catch { fail(error) }
    report.writtenPackets = series.writtenPackets
    report.files = series.files
    report.synchronizations = series.synchronizations
    report.removedFiles = series.removedFiles
    report.removedPackets = series.removedPackets
    return report
  }

  private func fail(_ error: LiveCaptureError) {
    report.problem = report.problem ?? error
    report.end = .failed
  }

  /// Takes what was captured until now, which the kernel may still hold back.
  private func drain() throws(LiveCaptureError) {
    let end = source.now
    var empty = 0
    for _ in 0..<Self.maximumTakes where empty < Self.emptyTakes && report.packets < limit {
      source.wait(milliseconds: drainMilliseconds)
      empty = try take() == 0 ? empty + 1 : 0
      if let last = report.lastTime, last > end { return }
    }
  }

  /// Takes packets that are there, and writes them out.
  private func take() throws(LiveCaptureError) -> Int {
    let maximum = Int(min(UInt64(Self.batchPackets), limit - report.packets))
    var failure: LiveCaptureError?
    let count = try source.take(maximum) { packet, bytes in
      note(packet)
      guard failure == nil else { return }
      do throws(LiveCaptureError) { try series.append(packet, bytes) } catch { failure = error }
    }
    progress.publish(packets: report.packets, bytes: report.bytes)
    if let failure { throw failure }
    if count > 0 {
      try series.flush()
      isAhead = true
    }
    return count
  }

  /// Waits for the disk once a second; the kernel holds what comes meanwhile.
  private func synchronizeIfDue() throws(LiveCaptureError) {
    guard synchronizes, isAhead else { return }
    let now = source.now
    // The clock of a machine may be set back.
    if let last = synchronized, (now &- last).magnitude < Self.synchronizeNanoseconds { return }
    try series.synchronize()
    synchronized = now
    isAhead = false
  }

  private func note(_ packet: CapturedPacket) {
    report.packets += 1
    report.bytes &+= UInt64(packet.originalBytes)
    if packet.capturedBytes < packet.originalBytes { report.truncatedPackets += 1 }
    report.firstTime = report.firstTime ?? packet.timestamp
    report.lastTime = packet.timestamp
  }
}
