import KymoMCAP
import KymoRecording

/// Reads one MCAP file of another program.
struct ForeignMCAPReader {
  /// Checks fixes, and counts what had to be repaired.
  private var values = FixReader()
  /// The messages that are not what their schema says: how many, and the first.
  private var malformed = (count: 0, number: 0, topic: "")
  private let file: String
  /// The topics that are understood, in the order of their first messages.
  private var topics: [ForeignTopic] = []
  /// The places of the channels among them, by their numbers; nil for those that are not understood.
  private var places: [UInt16: Int?] = [:]  // Looked up, never iterated.
  /// The channels that are not understood, by topic.
  private var others: [(topic: String, schema: String, count: Int)] = []
  private let json = JSONDocumentBox()

  /// How many channels that are not understood are named.
  private static let namesKept = 64

  /// Names the file.
  init(file: String) { self.file = file }

  /// Reads all messages.
  ///
  /// - Returns: why the file ends too early; nil if it is whole.
  /// - Throws: ``ImportError`` when the file cannot be read on, or when there is no room for the rows.
  mutating func read(_ source: ImportFileSource) throws(ImportError) -> String? {
    var reader = MCAPStreamReader(source)
    var bytes: [UInt8] = []
    var number = 0
    while true {
      let view: MCAPMessageView
      do throws(MCAPError) {
        guard let next = try reader.nextMessage() else { return nil }
        view = next
      } catch {
        if let failure = source.failure { throw failure }
        return error.description
      }
      number += 1
      let id = view.channelID
      guard let place = place(of: id, reader.catalog) else {
        countOther(id, reader.catalog)
        continue
      }
      values.line = number
      guard let time = Int64(exactly: view.logTime), time < 1 << 62 else {
        values.tally.add(.impossibleTime, line: number)
        continue
      }
      bytes.removeAll(keepingCapacity: true)
      reader.withData(of: view) { bytes.append(copying: $0) }
      let isGood = try topics[place].add(bytes, at: time, &values, json)
      if !isGood {
        if malformed.count == 0 { malformed = (0, number, topics[place].topic) }
        malformed.count += 1
      }
    }
  }

  /// The place of a channel's topic; nil for one that is not understood.
  ///
  /// Each publisher of a topic may have a channel of its own.
  private mutating func place(of id: UInt16, _ catalog: MCAPCatalog) -> Int? {
    if let known = places[id] { return known }
    guard let channel = catalog.channel(id) else { return nil }
    var place: Int?
    if let topic = ForeignTopic(channel, catalog.schema(channel.schemaID), file: file) {
      place = topics.firstIndex {
        $0.topic == topic.topic && $0.schema == topic.schema && $0.isROS1 == topic.isROS1
      }
      if place == nil {
        topics.append(topic)
        place = topics.count - 1
      }
    }
    places[id] = .some(place)
    return place
  }

  private mutating func countOther(_ id: UInt16, _ catalog: MCAPCatalog) {
    guard let channel = catalog.channel(id) else { return }
    if let place = others.firstIndex(where: { $0.topic == channel.topic }) {
      others[place].count += 1
    } else if others.count < Self.namesKept {
      let schema = catalog.schema(channel.schemaID)?.name ?? "no schema"
      others.append((channel.topic, schema, 1))
    }
  }

  /// Why nothing of the file is imported, for messages.
  var reason: String {
    if malformed.count > 0 {
      return
        "an MCAP file of which no sensor can be read: \(malformed.count) messages are not what their schema says, "
        + "the first on \(malformed.topic.prefix(60))"
    }
    let names = others.prefix(8).map { "\($0.topic.prefix(60)) (\($0.schema.prefix(60)))" }
    return "an MCAP file without sensors that are known: "
      + (names.isEmpty ? "no messages" : names.joined(separator: ", "))
  }

  /// Tells what had to be repaired.
  ///
  /// - Throws: ``ImportError/repairRefused(_:)`` in strict mode.
  func report(_ log: inout ImportLog) throws(ImportError) {
    try values.tally.report(file: file, &log)
    guard malformed.count > 0 else { return }
    try log.repair(
      .malformedRow,
      file: file,
      line: malformed.number,
      count: malformed.count,
      explanation:
        "Messages that are not what their schema says were left out; the first is number "
        + "\(malformed.number), on \(malformed.topic.prefix(60))."
    )
  }

  /// The topics that are imported: of several for one channel that with the most messages, then the first by name.
  var chosen: [ForeignTopic] {
    let all = understood
    return all.filter { topic in
      !topic.spools.isEmpty
        && !all.contains { other in
          other.topic != topic.topic && Self.precedes(other, topic)
            && other.spools.contains { rival in
              topic.spools.contains { $0.channel.topic == rival.channel.topic }
            }
        }
    }
  }

  /// The topics that are understood, by name.
  private var understood: [ForeignTopic] {
    topics.sorted { $0.topic < $1.topic }
  }

  private static func precedes(_ left: ForeignTopic, _ right: ForeignTopic) -> Bool {
    (right.count, left.topic) < (left.count, right.topic)
  }

  /// States what becomes of the file and its topics.
  func state(_ chosen: [ForeignTopic], _ log: inout ImportLog) {
    let topics = chosen.map(\.topic)
    log.state(
      FileStatement(
        file: file,
        use: .rows,
        rows: chosen.reduce(0) { $0 + $1.count },
        columns: chosen.map { topic in
          ColumnStatement(
            name: topic.topic,
            use: topic.spools.map(\.channel.topic).joined(separator: ", ")
          )
        } + others.map { ColumnStatement(name: $0.topic, use: nil, reason: $0.schema) }
      )
    )
    for topic in understood where !topics.contains(topic.topic) && topic.count > 0 {
      log.note(
        .pointsNotImported,
        file: file,
        count: topic.count,
        "The \(topic.count) messages of \(topic.topic.prefix(80)) are not imported, since another topic has the "
          + "same kind of data."
      )
    }
  }
}
