import KymoCore
import KymoRecording

/// The events of a session on their way together: those of each table are in order already.
struct ImportedChannels {
  /// What the session says about itself; nil before a format said something.
  private(set) var description: SessionDescription?
  private let channels: ChannelTable
  private var events: [[Event]] = []
  private var files: [(topic: String, file: String)] = []

  /// Takes the channels that a session may have.
  init(_ channels: ChannelTable) { self.channels = channels }

  /// Whether rows for `topic` become events.
  func accepts(_ topic: String) -> Bool {
    channels.row(topic: topic)?.channel.kind.isReference == false
  }

  /// Whether there is no event.
  var isEmpty: Bool { events.allSatisfy(\.isEmpty) }

  /// Makes events of finished rows; their sequence counts from 0.
  ///
  /// - Precondition: ``accepts(_:)`` of the topic.
  mutating func append(_ table: ImportTable) {
    switch table.rows {
    case .accelerations(let rows):
      append(rows, source: .accelerometer, kind: .acceleration) { Payload($0.acceleration) }
    case .locations(let rows):
      append(rows, source: .location, kind: .location) { Payload($0.location) }
    case .samples(let topic, let rows):
      guard let row = channels.row(topic: topic) else {
        preconditionFailure("a channel without a row is not imported")
      }
      append(rows, source: row.source, kind: .sample) { $0.payload }
    }
  }

  private mutating func append<Row: SensorRow>(
    _ rows: [Row],
    source: SourceID,
    kind: EventKind,
    payload: (Row) -> Payload
  ) {
    var events: [Event] = []
    events.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      events.append(
        Event(
          timestamp: row.timestamp,
          sequence: UInt32(truncatingIfNeeded: index),
          command: .unknown,
          source: source,
          kind: kind,
          payload: payload(row)
        )
      )
    }
    self.events.append(events)
  }

  /// Adds what the files of one format say about the recording, and which topics they have.
  ///
  /// - Throws: ``ImportError`` when another format has the same topic, or times that count from
  ///   elsewhere.
  mutating func describe(
    _ other: SessionDescription,
    _ topics: [(topic: String, file: String)]
  ) throws(ImportError) {
    guard let first = topics.first else {
      if description?.device.isEmpty == true { description?.device = other.device }
      return
    }
    for (topic, file) in topics {
      if let known = files.first(where: { $0.topic == topic }) {
        throw .ambiguous(files: [known.file, file])
      }
    }
    let isFirst = files.isEmpty
    let before = files.first
    files += topics
    guard !isFirst, var together = description, let before else {
      description = other
      return
    }
    // Times since the start of a recording count from where nobody else knows.
    guard together.clock == .unix, other.clock == .unix else {
      throw .mixedFormats(files: [before.file, first.file])
    }
    together.origin += "; " + other.origin
    if together.device.isEmpty { together.device = other.device }
    if together.gravity == .unknown { together.gravity = other.gravity }
    if topics.contains(where: { $0.topic == InputChannel.location.topic }) {
      together.altitudeDatum = other.altitudeDatum
      together.accuracyConfidence = other.accuracyConfidence
    }
    description = together
  }

  /// All events in the order of dispatch.
  ///
  /// - Complexity: O(*n* · *k*) for *n* events of *k* channels.
  func merged() -> [Event] {
    let filled = events.filter { !$0.isEmpty }
    guard filled.count > 1 else { return filled.first ?? [] }
    var merged: [Event] = []
    merged.reserveCapacity(filled.reduce(0) { $0 + $1.count })
    var next = filled.map { _ in 0 }
    while true {
      var best: Int?
      for channel in filled.indices where next[channel] < filled[channel].count {
        guard let leader = best else {
          best = channel
          continue
        }
        if filled[channel][next[channel]].precedes(filled[leader][next[leader]]) {
          best = channel
        }
      }
      guard let best else { return merged }
      merged.append(filled[best][next[best]])
      next[best] += 1
    }
  }
}
