/// What a strict reading remembers of a data section, and finds when the summary is held against it.
///
/// Memory grows with the number of chunks, attachments and metadata records, and not with their length.
struct MCAPCheckedFile {
  /// The schemas and channels of the data section.
  var catalog = MCAPCatalog()
  var tally = MCAPCheckTally()
  var chunks: [MCAPCheckedChunk] = []
  var attachments: [MCAPAttachmentIndex] = []
  var metadata: [MCAPMetadataIndex] = []
  /// False once something could not be read, so that what is missing elsewhere proves nothing.
  var isWhole = true

  /// The schemas and channels of the summary.
  private(set) var repeated = MCAPCatalog()
  private var hasStatistics = false
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
    do { try catalog.register(record, at: offset) } catch { return error }
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
      do { try repeated.register(record, at: offset) } catch { return error }
      guard isWhole || catalog.schema(schema.id) != nil else { return nil }
      return catalog.schema(schema.id) == schema
        ? nil : wrong("the data section has no such schema with id \(schema.id)")
    case .channel(let channel):
      do { try repeated.register(record, at: offset) } catch { return error }
      guard isWhole || catalog.channel(channel.id) != nil else { return nil }
      return catalog.channel(channel.id) == channel
        ? nil : wrong("the data section has no such channel with id \(channel.id)")
    case .statistics(let statistics):
      guard !hasStatistics else {
        return .record(.malformed, name, at: offset, "the file has two of them")
      }
      hasStatistics = true
      return isWhole ? difference(from: statistics).map(wrong) : nil
    case .chunkIndex(let index):
      chunkIndexCount += 1
      guard let place = chunks.place(of: index.chunkOffset, by: \.offset) else {
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
      let place = attachments.place(of: index.offset, by: \.offset)
      guard isWhole || place != nil, place.map({ attachments[$0] }) != index else { return nil }
      return wrong("the attachment at byte \(index.offset) is not there, or not as it says")
    case .metadataIndex(let index):
      guard metadataIndexes.insert(index.offset).inserted else {
        return wrong("the metadata at byte \(index.offset) has two of them")
      }
      let place = metadata.place(of: index.offset, by: \.offset)
      guard isWhole || place != nil, place.map({ metadata[$0] }) != index else { return nil }
      return wrong("the metadata at byte \(index.offset) is not there, or not as it says")
    case .summaryOffset(let group):
      offsets.append((offset, group))
      return nil
    default: return .record(.malformed, name, at: offset, "it lies in the wrong section")
    }
  }

  /// The first way in which statistics say something else than what is there, in words.
  private func difference(from statistics: MCAPStatistics) -> String? {
    let hasMessages = tally.count > 0
    let numbers: [(String, UInt64, UInt64)] = [
      ("messages", statistics.messageCount, tally.count),
      ("schemas", UInt64(statistics.schemaCount), UInt64(catalog.schemas.count)),
      ("channels", UInt64(statistics.channelCount), UInt64(catalog.channels.count)),
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
      guard tally[entry.channelID].isKnown else {
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

  /// What is wrong with the file as a whole, once the footer was met.
  func checkEnd(_ footer: MCAPFooter, at end: UInt64) -> [MCAPFinding] {
    var found: [MCAPFinding] = []
    func add(_ severity: MCAPFinding.Severity, _ what: String, _ offset: UInt64, _ text: String) {
      found.append(MCAPFinding(severity, .record(.index, what, at: offset, text)))
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
      add(isEmpty ? .warning : .error, "summary offset", offset, text)
    }
    if section == nil, footer.summaryOffsetStart != 0 {
      let text = "it says that summary offsets are at byte \(footer.summaryOffsetStart)"
      add(.error, "footer", end, text)
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

extension Array {
  /// The place of the record that starts at a byte, or nil; they lie in the order of the file.
  fileprivate func place(of offset: UInt64, by key: KeyPath<Element, UInt64>) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle][keyPath: key] < offset { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low][keyPath: key] == offset ? low : nil
  }
}
