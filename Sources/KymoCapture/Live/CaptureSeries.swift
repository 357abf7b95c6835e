/// The file or files of a live capture, one after the other.
struct CaptureSeries: ~Copyable {
  private let destination: CaptureDestination
  private let rotation: CaptureRotation?
  private let link: LinkType
  private let snapshotBytes: Int
  private let synchronizes: Bool
  private var output: UnsafePacketOutput?
  private var number: UInt64 = 0
  private var firstTime: Int64?
  private var interval: Int64 = 0
  private var former: UInt64 = 0
  /// The files that are there, the oldest first; the last is open.
  private(set) var files: [CapturedFile] = []
  /// How many packets were written, be the file still there or not.
  private(set) var writtenPackets: UInt64 = 0
  private(set) var removedFiles: UInt64 = 0
  /// How often it waited for the disk.
  private(set) var synchronizations: UInt64 = 0
  private(set) var removedPackets: UInt64 = 0

  /// Opens the first file.
  ///
  /// - Throws: ``LiveCaptureError``: `occupied` for a file that must not be replaced, `output` if it cannot be
  ///   written.
  /// - Precondition: a descriptor has no rotation.
  init(
    _ destination: CaptureDestination,
    _ rotation: CaptureRotation?,
    link: LinkType,
    snapshotBytes: Int,
    synchronizes: Bool = false
  ) throws(LiveCaptureError) {
    self.destination = destination
    self.rotation = rotation
    self.link = link
    self.snapshotBytes = snapshotBytes
    self.synchronizes = synchronizes
    if rotation != nil, case .file(let path) = destination {
      let name = CaptureSeriesName(path)
      if let part = name.existing() {
        throw LiveCaptureError(.occupied, part, "it is there from an earlier capture")
      }
    }
    try open()
  }

  private mutating func open() throws(LiveCaptureError) {
    number += 1
    switch destination {
    case .descriptor(let descriptor):
      precondition(rotation == nil, "a descriptor is one file")
      output = UnsafePacketOutput(borrowing: descriptor, name: destination.name)
    case .file(let path):
      let place = rotation == nil ? path : CaptureSeriesName(path).part(number)
      output = try UnsafePacketOutput(path: place, isNew: rotation != nil)
      files.append(CapturedFile(path: place, packets: 0, bytes: 0))
    }
    do throws(LiveCaptureError) { try output?.begin(link, snapshotBytes: snapshotBytes) } catch {
      // A file of a series without even its beginning would be none that can be read.
      if rotation != nil, let file = files.popLast() { UnsafePacketOutput.remove(file.path) }
      output = nil
      throw error
    }
    note()
  }

  /// Appends a packet, in another file if it does not belong into this one.
  mutating func append(_ packet: CapturedPacket, _ bytes: RawSpan) throws(LiveCaptureError) {
    if isDue(packet) {
      try close()
      removeOldest()
      try open()
    }
    try output?.append(packet, bytes)
  }

  /// Whether a packet belongs into the next file; notices which interval it is of.
  private mutating func isDue(_ packet: CapturedPacket) -> Bool {
    guard let rotation else { return false }
    let hasPackets = (output?.packets ?? 0) > 0
    var isDue = false
    if let limit = rotation.bytes, hasPackets {
      isDue = (output?.bytes ?? 0) + UnsafePacketOutput.bytes(of: packet) > limit
    }
    if let length = rotation.nanoseconds {
      let first = firstTime ?? packet.timestamp
      firstTime = first
      let (distance, overflow) = packet.timestamp.subtractingReportingOverflow(first)
      let place = overflow ? interval : distance / length
      // A packet whose time goes back stays where the capture is.
      if place > interval {
        if hasPackets { isDue = true }
        interval = place
      }
    }
    return isDue
  }

  private mutating func removeOldest() {
    guard let kept = rotation?.files, files.count >= kept else { return }
    let oldest = files.removeFirst()
    UnsafePacketOutput.remove(oldest.path)
    removedFiles += 1
    removedPackets += oldest.packets
  }

  /// Writes out what waits, so that whoever follows the file sees it.
  mutating func flush() throws(LiveCaptureError) {
    defer { note() }
    try output?.flush()
  }

  /// Waits until the disk has what was written out, if that was asked for.
  mutating func synchronize() throws(LiveCaptureError) {
    guard synchronizes, output != nil else { return }
    synchronizations += 1
    try output?.synchronize()
  }

  /// Ends the file that is open.
  mutating func close() throws(LiveCaptureError) {
    guard output != nil else { return }
    var failure: LiveCaptureError?
    do throws(LiveCaptureError) { try output?.flush() } catch { failure = error }
    note()
    if failure == nil {
      do throws(LiveCaptureError) { try synchronize() } catch { failure = error }
    }
    do throws(LiveCaptureError) { try output?.close() } catch { failure = failure ?? error }
    former = writtenPackets
    output = nil
    if let failure { throw failure }
  }

  /// Notes what is in the file that is open.
  private mutating func note() {
    let packets = output?.writtenPackets ?? 0
    writtenPackets = former + packets
    if files.isEmpty { return }
    files[files.count - 1].packets = packets
    files[files.count - 1].bytes = output?.writtenBytes ?? 0
  }
}
