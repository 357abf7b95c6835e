/// The facts that a strict reading remembers of a data section, and what it finds when the summary
/// is compared with it.
///
/// Memory grows with the number of chunks, attachments and metadata records, and not with their length.
struct MCAPCheckedFile {
  /// The schemas and channels of the data section.
  var catalog = MCAPCatalog()
  /// Definitions that somebody else has in memory.
  var known = MCAPCatalog()
  var tally = MCAPCheckTally()
  var chunks: [MCAPCheckedChunk] = []
  var attachments: [MCAPAttachmentIndex] = []
  var metadata: [MCAPMetadataIndex] = []
  /// False once something could not be read, so that what is missing elsewhere proves nothing.
  var isWhole = true

  /// The schemas and channels of the summary.
  private(set) var repeated = MCAPCatalog()
  private var statistics: (record: MCAPStatistics, offset: UInt64)?
  /// The findings on what the format allows, and hardly any writer does, in the order in which it
  /// was met.
  private var unusual: [MCAPFinding] = []
  private var chunkIndexCount = 0
  private var attachmentIndexes: Set<UInt64> = []
  private var metadataIndexes: Set<UInt64> = []
  /// The groups of the summary: opcode, first byte, bytes.
  private var groups: [MCAPSummaryOffset] = []
  private var offsets: [(offset: UInt64, record: MCAPSummaryOffset)] = []

  /// Whether the summary points at chunks.
  var isIndexed: Bool { chunkIndexCount > 0 }

  // MARK: Definitions

  /// Takes a schema or a channel of the data section, and returns what is wrong with it.
  mutating func define(_ record: MCAPRecord, at offset: UInt64) -> MCAPError? {
    do { try catalog.register(known.sharing(record), at: offset) } catch { return error }
    guard case .channel(let channel) = record else { return nil }
    tally[channel.id].isKnown = true
    if channel.schemaID != 0, catalog.schema(channel.schemaID) == nil, isWhole {
      return .record(.malformed, "channel", at: offset, "schema \(channel.schemaID) is not known")
    }
    return nil
  }

  // MARK: Summary

  /// Takes a record of the summary that lies before the footer, and returns what is wrong with it.
  mutating func addToSummary(
    _ record: MCAPRecord,
    at offset: UInt64,
    length: UInt64
  ) -> [MCAPError] {
    let opcode = record.opcode
    var errors: [MCAPError] = []
    if groups.last?.groupOpcode == opcode.rawValue {
      groups[groups.count - 1].groupLength += length
    } else {
      if groups.contains(where: { $0.groupOpcode == opcode.rawValue }) {
        let problem = "records of one kind lie together in a summary, and others are in between"
        errors.append(.record(.malformed, opcode.name, at: offset, problem))
      }
      groups.append(
        MCAPSummaryOffset(groupOpcode: opcode.rawValue, groupStart: offset, groupLength: length)
      )
    }
    if let error = check(record, opcode.name, at: offset) { errors.append(error) }
    return errors
  }

  private mutating func check(
    _ record: MCAPRecord,
    _ name: String,
    at offset: UInt64
  ) -> MCAPError? {
    func wrong(_ problem: String) -> MCAPError { .record(.index, name, at: offset, problem) }
    switch record {
    case .schema(let schema):
      do { try repeated.register(catalog.sharing(record), at: offset) } catch { return error }
      guard let other = catalog.schema(schema.id) else {
        return only("schema \(schema.id)", name, at: offset)
      }
      return other == schema
        ? nil : wrong("the data section has no such schema with id \(schema.id)")
    case .channel(let channel):
      do { try repeated.register(catalog.sharing(record), at: offset) } catch { return error }
      guard let other = catalog.channel(channel.id) else {
        return only("channel \(channel.id)", name, at: offset)
      }
      return other == channel
        ? nil : wrong("the data section has no such channel with id \(channel.id)")
    case .statistics(let record):
      guard statistics == nil else {
        return .record(.malformed, name, at: offset, "the file has two of them")
      }
      // What they count may lie behind them.
      statistics = (record, offset)
      return nil
    case .chunkIndex(let index):
      chunkIndexCount += 1
      guard let place = chunks.found(index.chunkOffset, by: \.offset) else {
        return isWhole ? wrong("there is no chunk at byte \(index.chunkOffset)") : nil
      }
      guard !chunks[place].isIndexed else {
        return wrong("the chunk at byte \(index.chunkOffset) has two of them")
      }
      chunks[place].isIndexed = true
      return chunks[place].difference(from: index).map(wrong)
    case .attachmentIndex(let index):
      guard attachmentIndexes.insert(index.offset).inserted else {
        return wrong("the attachment at byte \(index.offset) has two of them")
      }
      let place = attachments.found(index.offset, by: \.offset)
      guard isWhole || place != nil, place.map({ attachments[$0] }) != index else { return nil }
      return wrong("the attachment at byte \(index.offset) is missing, or does not match it")
    case .metadataIndex(let index):
      guard metadataIndexes.insert(index.offset).inserted else {
        return wrong("the metadata at byte \(index.offset) has two of them")
      }
      let place = metadata.found(index.offset, by: \.offset)
      guard isWhole || place != nil, place.map({ metadata[$0] }) != index else { return nil }
      return wrong("the metadata at byte \(index.offset) is missing, or does not match it")
    case .summaryOffset(let group):
      offsets.append((offset, group))
      return nil
    default: return .record(.malformed, name, at: offset, "it lies in the wrong section")
    }
  }

  /// Notes a definition that only the summary has: no message can need it.
  private mutating func only(_ what: String, _ name: String, at offset: UInt64) -> MCAPError? {
    guard isWhole else { return nil }
    let problem = MCAPError.record(.index, name, at: offset, "only the summary has \(what)")
    unusual.append(MCAPFinding(.unusual, problem))
    return nil
  }

  /// The first way in which statistics say something else than what is there, in words.
  ///
  /// Definitions that only the summary has may be counted or not.
  private func difference(from statistics: MCAPStatistics) -> String? {
    let hasMessages = tally.count > 0
    var all = catalog
    all.merge(repeated)
    let countsAll = statistics.channelCount == UInt32(all.channels.count)
    let channelCount = UInt64((countsAll ? all : catalog).channels.count)
    let schemaCount =
      statistics.schemaCount == all.schemas.count ? all.schemas.count : catalog.schemas.count
    let numbers: [(String, UInt64, UInt64)] = [
      ("messages", statistics.messageCount, tally.count),
      ("schemas", UInt64(statistics.schemaCount), UInt64(schemaCount)),
      ("channels", UInt64(statistics.channelCount), channelCount),
      ("attachments", UInt64(statistics.attachmentCount), UInt64(attachments.count)),
      ("metadata records", UInt64(statistics.metadataCount), UInt64(metadata.count)),
      ("chunks", UInt64(statistics.chunkCount), UInt64(chunks.count)),
      ("as the first time", statistics.messageStartTime, hasMessages ? tally.earliest : 0),
      ("as the last time", statistics.messageEndTime, tally.latest),
    ]
    for (what, says, found) in numbers where says != found {
      return "it says \(says) \(what), and it is \(found)"
    }
    let entries = statistics.channelMessageCounts.entries
    guard !entries.isEmpty else { return nil }
    var counted: UInt64 = 0
    for entry in entries {
      guard all.channel(entry.channelID) != nil else {
        return "it counts messages of channel \(entry.channelID), which is not known"
      }
      let count = tally[entry.channelID].count
      guard entry.value == count else {
        return "it says \(entry.value) messages of channel \(entry.channelID), and it is \(count)"
      }
      counted += count
    }
    return counted == tally.count
      ? nil : "its channels have \(counted) messages, and there are \(tally.count)"
  }

  // MARK: End

  /// Returns the faults of the file as a whole, once the footer was met.
  func checkEnd(_ footer: MCAPFooter, at end: UInt64) -> [MCAPFinding] {
    var found: [MCAPFinding] = []
    func add(_ severity: MCAPFinding.Severity, _ what: String, _ offset: UInt64, _ text: String) {
      found.append(MCAPFinding(severity, .record(.index, what, at: offset, text)))
    }
    found += unusual
    if let statistics, isWhole, let text = difference(from: statistics.record) {
      add(.error, "statistics", statistics.offset, text)
    }
    for channel in repeated.channels where isWhole && channel.schemaID != 0 {
      guard catalog.channel(channel.id) == nil, catalog.schema(channel.schemaID) == nil,
        repeated.schema(channel.schemaID) == nil
      else { continue }
      let text = "channel \(channel.id) has schema \(channel.schemaID), which is not known"
      add(.error, "summary", footer.summaryStart, text)
    }
    if groups.isEmpty, footer.summaryStart == end {
      add(.unusual, "footer", end, "the summary that it points at has no record")
    }
    let section = groups.first { $0.groupOpcode == MCAPOpcode.summaryOffset.rawValue }
    if let section, footer.summaryOffsetStart != section.groupStart {
      let says = footer.summaryOffsetStart
      add(
        .error,
        "summary offset",
        section.groupStart,
        "the footer says that it is at byte \(says)"
      )
    }
    for (offset, group) in offsets where !groups.contains(group) {
      let kind = MCAPOpcode(rawValue: group.groupOpcode)?.name ?? "opcode \(group.groupOpcode)"
      let text = "no group of \(kind) has byte \(group.groupStart) and \(group.groupLength) bytes"
      // The reference writer in Python names the groups that it has no records for.
      let isEmpty =
        group.groupLength == 0 && !groups.contains { $0.groupOpcode == group.groupOpcode }
      add(isEmpty ? .unusual : .error, "summary offset", offset, text)
    }
    if section == nil, footer.summaryOffsetStart != 0 {
      let text = "it says that summary offsets are at byte \(footer.summaryOffsetStart)"
      // Where they would be, between the summary and the footer.
      let isPlace = footer.summaryOffsetStart == end
      add(isPlace ? .unusual : .error, "footer", end, text + (isPlace ? ", and has none" : ""))
    }
    if !offsets.isEmpty {
      for group in groups where group.groupOpcode != MCAPOpcode.summaryOffset.rawValue {
        guard !offsets.contains(where: { $0.record == group }) else { continue }
        add(
          .warning,
          "summary",
          group.groupStart,
          "no summary offset is for the group that is here"
        )
      }
    }
    if isIndexed {
      for chunk in chunks where !chunk.isIndexed {
        add(.error, "chunk", chunk.offset, "the summary has no index of it, but of others")
      }
      for channel in catalog.channels
      where tally[channel.id].count > 0 && repeated.channel(channel.id) == nil {
        let text = "channel \(channel.id) is not repeated in a summary with chunk indexes"
        add(.warning, "summary", footer.summaryStart, text)
      }
    }
    if !attachmentIndexes.isEmpty {
      for record in attachments where !attachmentIndexes.contains(record.offset) {
        add(.error, "attachment", record.offset, "the summary has no index of it, but of others")
      }
    }
    if !metadataIndexes.isEmpty {
      for record in metadata where !metadataIndexes.contains(record.offset) {
        add(.error, "metadata", record.offset, "the summary has no index of it, but of others")
      }
    }
    return found
  }
}
