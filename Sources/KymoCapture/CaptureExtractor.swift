/// Finds the exchanges of HTTP in a capture.
///
/// They come in the order in which they are finished. Memory holds what waits above holes, what is kept to
/// compare with, and the bodies of exchanges that go on; a capture may be of any length.
public final class CaptureExtractor {
  /// The capture.
  public let file: CaptureFile
  private var decoder: PacketDecoder?
  private let tally: StreamTally
  private var table: ConnectionTable
  private var nextPlace = 0
  private var isFinished = false
  private var linkCount: UInt64 = 0
  /// When the first packet was captured, in ns since 1970; nil if there is none.
  public private(set) var firstTime: Int64?
  /// When the last one was.
  public private(set) var lastTime: Int64?
  /// Whether it was told to read no more before the end.
  public private(set) var wasStopped = false
  /// After how many packets it asks, less one.
  private static let stopMask: UInt64 = 4095
  /// Why the capture was not read to its end; nil if it was.
  public private(set) var problem: CaptureError?

  /// Prepares to read a capture from its beginning.
  ///
  /// - Parameters:
  ///   - file: a capture of which nothing was read.
  ///   - limits: how much is kept.
  ///   - keepsBodies: whether bodies are kept, or only their lengths.
  public init(
    _ file: CaptureFile,
    limits: ReassemblyLimits = ReassemblyLimits(),
    keepsBodies: Bool = true
  ) {
    self.file = file
    decoder = file.linkType.map { PacketDecoder($0) }
    tally = StreamTally(limits, keepsBodies: keepsBodies)
    table = ConnectionTable(tally)
  }

  /// The next exchange, or nil after the last.
  ///
  /// A capture that cannot be read to its end gives what there is, and then has a ``problem``.
  ///
  /// - Parameter shouldStop: asked every few thousand packets, with their number so far, whether to read no more.
  /// - Returns: nil also when it was stopped: see ``wasStopped``.
  /// - Complexity: O(bytes read).
  public func next(shouldStop: (UInt64) -> Bool = { _ in false }) -> HTTPExchange? {
    while nextPlace == tally.exchanges.count {
      nextPlace = 0
      tally.exchanges.removeAll(keepingCapacity: true)
      guard readPacket(shouldStop) else { return nil }
    }
    defer { nextPlace += 1 }
    return tally.exchanges[nextPlace]
  }

  /// Reads a packet; false if there is none and everything has been handed out.
  private func readPacket(_ shouldStop: (UInt64) -> Bool) -> Bool {
    if isFinished { return false }
    do throws(CaptureError) {
      if file.packets & Self.stopMask == 0, shouldStop(file.packets) {
        wasStopped = true
        isFinished = true
        return false
      }
      if try file.next({ take($0, $1) }) { return true }
    } catch { problem = error }
    isFinished = true
    decoder?.finish()
    table.finish()
    return !tally.exchanges.isEmpty
  }

  private func take(_ packet: CapturedPacket, _ bytes: RawSpan) {
    firstTime = firstTime ?? packet.timestamp
    lastTime = packet.timestamp
    if decoder == nil {
      linkCount += 1
      return
    }
    decoder?.decode(packet, bytes) { table.add($0, $1) }
  }

  /// How many packets were read.
  public var packets: UInt64 { file.packets }

  /// How many connections of TCP there were.
  public var connections: Int { table.count }

  /// The counts of all notes so far.
  public var counts: CaptureCounts {
    var counts = tally.counts
    if let decoder { counts.add(decoder.counts) }
    if linkCount > 0 { counts.add(.link(file.linkNumber), linkCount) }
    return counts
  }

  /// The first holes, in the order in which they were given up; ``counts`` says how many there are.
  public var holes: [StreamHole] { tally.holes }

  /// How many bytes are in holes.
  public var missingBytes: UInt64 { tally.missingBytes }

  /// The first overlaps that differ; ``counts`` says how many there are.
  public var differences: [OverlapDifference] { tally.differences }

  /// The first messages, and bytes, that two readers may read differently; ``counts`` says how many there are.
  public var findings: [HTTPFinding] { tally.findings }
}
