import KymoCore
import KymoMCAP

/// Compares messages that belong together, field by field, and counts what differs.
struct DiffLog: ~Copyable {
  /// A message of one side.
  struct Message {
    let number: UInt64
    let sequence: UInt32
    let logTime: UInt64
    let publishTime: UInt64
  }

  /// A field that differs.
  private struct Found {
    let field: String
    let distance: Double?
    let first: String
    let second: String
  }

  private let topics: DiffTopics
  private let tolerance: DiffTolerance
  private var readers: [Readers] = []
  /// The differences so far.
  private(set) var report = DiffReport()
  /// Whether a message is missing or extra, so that numbers behind it differ.
  private var isShifted = false

  /// The readers of the messages of a topic, of both sides; in a class, since they are kept in a list.
  private final class Readers {
    var first: FieldReader?
    var second: FieldReader?
    let definitions: (first: (MCAPChannel, MCAPSchema?)?, second: (MCAPChannel, MCAPSchema?)?)

    init(
      _ first: (MCAPChannel, MCAPSchema?)?,
      _ second: (MCAPChannel, MCAPSchema?)?
    ) { definitions = (first, second) }

    /// The fields of both; nil if one cannot be read.
    func fields(_ left: RawSpan, _ right: RawSpan) -> (
      first: [FieldReader.Field], second: [FieldReader.Field]
    )? {
      if first == nil, let (channel, schema) = definitions.first {
        first = FieldReader(channel, schema)
      }
      if second == nil, let (channel, schema) = definitions.second {
        second = FieldReader(channel, schema)
      }
      guard let own = first?.fields(left), let other = second?.fields(right) else { return nil }
      return (own, other)
    }
  }

  /// Prepares to compare.
  init(
    _ topics: DiffTopics,
    _ first: MCAPCatalog,
    _ second: MCAPCatalog,
    _ tolerance: DiffTolerance
  ) {
    self.topics = topics
    self.tolerance = tolerance
    for topic in topics.all {
      var channel = DiffReport.Channel(topic: topic.name)
      if topic.first.isEmpty { channel.onlySide = .second }
      if topic.second.isEmpty { channel.onlySide = .first }
      report.channels.append(channel)
      readers.append(
        Readers(
          topic.first.first.map { ($0, first.schema($0.schemaID)) },
          topic.second.first.map { ($0, second.schema($0.schemaID)) }
        )
      )
    }
  }

  /// Compares the definitions of the topics.
  mutating func compareDefinitions() {
    for (place, readers) in readers.enumerated() {
      guard let (channel, schema) = readers.definitions.first,
        let (other, otherSchema) = readers.definitions.second
      else { continue }
      func note(_ field: String, _ isSame: Bool) {
        if isSame { return }
        add(Found(field: field, distance: nil, first: "", second: ""), to: place)
      }
      note(
        "schema",
        schema?.name == otherSchema?.name && schema?.encoding == otherSchema?.encoding
          && schema?.data == otherSchema?.data
      )
      note("message_encoding", channel.messageEncoding == other.messageEncoding)
      note("channel_metadata", channel.metadata == other.metadata)
    }
  }

  // MARK: Messages

  /// Counts a message that both have, byte for byte.
  @inline(__always)
  mutating func addEqual(_ topic: Int) {
    report.messageCount += 1
    report.channels[topic].equal += 1
    if isShifted { report.unnumbered += 1 }
  }

  /// Counts a message that only one has.
  mutating func addSingle(
    _ topic: Int,
    _ message: Message,
    isFirst: Bool
  ) {
    report.messageCount += 1
    isShifted = true
    if isFirst { report.channels[topic].missing += 1 } else { report.channels[topic].extra += 1 }
    note(
      DiffReport.First(
        topic: topics.all[topic].name,
        field: nil,
        numbers: isFirst ? (message.number, nil) : (nil, message.number),
        time: message.logTime,
        values: nil
      )
    )
  }

  /// Compares two messages that belong together.
  mutating func compare(
    _ topic: Int,
    _ first: Message,
    _ left: RawSpan,
    _ second: Message,
    _ right: RawSpan
  ) {
    var found: [Found] = []
    if first.logTime != second.logTime {
      found.append(Self.number("log_time", first.logTime, second.logTime))
    }
    if first.publishTime != second.publishTime {
      found.append(Self.number("publish_time", first.publishTime, second.publishTime))
    }
    if !isShifted, first.sequence != second.sequence {
      found.append(Self.number("sequence", UInt64(first.sequence), UInt64(second.sequence)))
    }
    if !UnsafeSpanEquality.isEqual(left, right) { compareData(topic, left, right, &found) }
    if found.isEmpty { return addEqual(topic) }
    report.messageCount += 1
    if isShifted { report.unnumbered += 1 }
    var isAllowed = true
    for field in found {
      guard add(field, to: topic) else { continue }
      if isAllowed {
        note(
          DiffReport.First(
            topic: topics.all[topic].name,
            field: field.field,
            numbers: (first.number, second.number),
            time: first.logTime,
            values: (field.first, field.second)
          )
        )
      }
      isAllowed = false
    }
    if isAllowed {
      report.channels[topic].tolerated += 1
    } else {
      report.channels[topic].changed += 1
    }
  }

  private static func number(_ field: String, _ left: UInt64, _ right: UInt64) -> Found {
    let distance = Double(left > right ? left - right : right - left)
    return Found(field: field, distance: distance, first: String(left), second: String(right))
  }

  private func compareData(
    _ topic: Int,
    _ left: RawSpan,
    _ right: RawSpan,
    _ found: inout [Found]
  ) {
    if topics.all[topic].isTrace { return compareSteps(left, right, &found) }
    guard let (first, second) = readers[topic].fields(left, right) else {
      return found.append(Self.whole(left, right))
    }
    let known = found.count
    let isBridge = topics.all[topic].isBridge
    let others = Dictionary(second.map { ($0.path, $0.value) }) { first, _ in first }
    for field in first {
      // The number that a request has, or that a reply names.
      if isBridge, isShifted, field.path == "sequence" { continue }
      let other = others[field.path]
      if other == field.value { continue }
      found.append(
        Found(
          field: field.path,
          distance: other.flatMap { field.value.distance(to: $0) },
          first: field.value.shown,
          second: other?.shown ?? "nothing"
        )
      )
    }
    let own = Set(first.map(\.path))
    for field in second where !own.contains(field.path) {
      found.append(
        Found(field: field.path, distance: nil, first: "nothing", second: field.value.shown)
      )
    }
    // What differs is no value: white space of JSON, padding of CDR.
    let isOnlyNumber =
      isBridge && isShifted
      && first.first { $0.path == "sequence" }?.value
        != second.first { $0.path == "sequence" }?.value
    if found.count == known, !isOnlyNumber { found.append(Self.whole(left, right)) }
  }

  /// Compares two steps of traces, by the fields that a verification names.
  private func compareSteps(_ left: RawSpan, _ right: RawSpan, _ found: inout [Found]) {
    var log = DifferenceLog(VerificationTolerance())
    StepField.note(left, right, in: &log)
    let places = ["outcome.index", "event.sequence"]
    for difference in log.differences where !isShifted || !places.contains(difference.path) {
      let field = StepField.all.first { $0.path == difference.path }
      found.append(
        Found(
          field: difference.path,
          distance: difference.largest,
          first: field?.text(left) ?? "",
          second: field?.text(right) ?? ""
        )
      )
    }
  }

  private static func whole(_ left: RawSpan, _ right: RawSpan) -> Found {
    func shown(_ span: RawSpan) -> String {
      var bytes: [UInt8] = []
      bytes.append(copying: span)
      return MessageValue.bytes(bytes).shown
    }
    return Found(field: "data", distance: nil, first: shown(left), second: shown(right))
  }

  // MARK: Counts

  /// Adds a difference to those of a topic.
  ///
  /// - Returns: whether it may not be.
  @discardableResult
  private mutating func add(_ found: Found, to topic: Int) -> Bool {
    let name = topics.all[topic].name
    let difference = FieldDifference(path: found.field, count: 1, largest: found.distance)
    if tolerance.allows(name, found.field, found.distance) {
      Self.add(difference, to: &report.channels[topic].toleratedFields)
      return false
    }
    Self.add(difference, to: &report.channels[topic].fields)
    return true
  }

  private static func add(_ found: FieldDifference, to list: inout [FieldDifference]) {
    guard let place = list.firstIndex(where: { $0.path == found.path }) else {
      return list.append(found)
    }
    list[place].count += 1
    if let distance = found.largest {
      list[place].largest = max(list[place].largest ?? 0, distance)
    }
  }

  private mutating func note(_ first: DiffReport.First) {
    if let known = report.first, known.time <= first.time { return }
    report.first = first
  }

  // MARK: What is beside the messages

  /// Notes pairs of metadata that were compared.
  mutating func add(metadata pairs: [DiffReport.Pair], compared count: Int) {
    report.metadata += pairs
    report.metadataCount += count
  }

  /// Notes attachments that were compared.
  mutating func add(attachments pairs: [DiffReport.Pair], compared count: Int) {
    report.attachments += pairs
    report.attachmentCount += count
  }

  /// Ends the comparison.
  consuming func finish(start: UInt64, wasStopped: Bool) -> DiffReport {
    var report = report
    report.start = start
    report.wasStopped = wasStopped
    return report
  }
}

extension StepField {
  /// The value of the field in a step, as people read it.
  fileprivate func text(_ data: RawSpan) -> String {
    guard data.byteCount >= offset + width else { return "nothing" }
    return switch width {
    case 1: String(data.load(at: offset, as: UInt8.self))
    case 2: String(data.load(at: offset, as: UInt16.self))
    case 4: String(data.load(at: offset, as: UInt32.self))
    default: String(data.load(at: offset, as: UInt64.self))
    }
  }
}
