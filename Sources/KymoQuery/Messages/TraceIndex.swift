import KymoCore
import KymoMCAP
import KymoRecording

/// Finds the place of a step in the trace of a recording, by halving, chunk by chunk.
///
/// A step that was looked at is remembered, so that a chunk is decompressed for it once.
final class TraceIndex {
  private let file: SessionFile
  /// The chunks that may have steps, in the order of the file.
  private let segments: [MCAPSegment]
  /// The first step of each: nil in it if it has none.
  private var firstSteps: [Int64??]
  private var decoder: MCAPChunkDecoder

  init(_ file: SessionFile) {
    self.file = file
    let channels = file.scan.catalog.channels(topic: SessionTopic.trace.name).map(\.id)
    segments = file.scan.segments.filter { segment in
      segment.indexedChannels.isEmpty || segment.indexedChannels.contains { channels.contains($0) }
    }
    firstSteps = Array(repeating: .none, count: segments.count)
    decoder = MCAPChunkDecoder(catalog: file.scan.catalog)
  }

  /// A time that is not later than that of a step, and near it, in ns; `Int64.min` if there is none.
  ///
  /// - Throws: that a chunk cannot be read.
  func time(before step: Int64) throws(MCAPError) -> Int64 {
    var (low, high) = (0, segments.count)
    var found = Int64.min
    while low < high {
      let middle = (low + high) / 2
      // Chunks without steps belong to the one with steps before them.
      var place = middle
      var first = try firstStep(place)
      while first == nil, place > low {
        place -= 1
        first = try firstStep(place)
      }
      guard let first else {
        low = middle + 1
        continue
      }
      if first <= step {
        found = Int64(clamping: segments[place].startTime)
        low = middle + 1
      } else {
        high = place
      }
    }
    return found
  }

  private func firstStep(_ place: Int) throws(MCAPError) -> Int64? {
    if let known = firstSteps[place] { return known }
    try decoder.load(segments[place], from: file.source)
    var found: Int64?
    while found == nil, let message = try decoder.nextMessage() {
      guard let channel = decoder.catalog.channel(message.channelID),
        channel.topic == SessionTopic.trace.name
      else { continue }
      let schema = decoder.catalog.schema(channel.schemaID)?.name ?? ""
      let step = decoder.withData(of: message) {
        RecordedStep($0, at: message.logTime, schema: schema)
      }
      found = step.map { Int64(clamping: $0.step.outcome.index) }
    }
    firstSteps[place] = .some(found)
    return found
  }
}
