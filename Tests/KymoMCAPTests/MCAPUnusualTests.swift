import Testing

@testable import KymoMCAP

/// What the format allows and hardly any writer does is no defect.
@Suite("Unusual files") struct MCAPUnusualTests {
  private struct Base {
    var bytes: [UInt8]
    var records: [MCAPRecord]

    init() throws {
      var sample = MCAPSample(seed: 5, messages: 20)
      sample.messages.sort { $0.logTime < $1.logTime }
      let written = try sample.write(MCAPWriterOptions(compression: .none))
      let summary = try #require(try MCAPSegmentScanner.scan(MCAPMemorySource(written)).summary)
      bytes = Array(written[..<Int(summary.footer.summaryStart)])
      records = summary.catalog.schemas.map { .schema($0) }
      records += summary.catalog.channels.map { .channel($0) }
      records.append(.statistics(try #require(summary.statistics)))
      records += summary.metadataIndexes.map { .metadataIndex($0) }
      records += summary.attachmentIndexes.map { .attachmentIndex($0) }
      records += summary.chunkIndexes.map { .chunkIndex($0) }
    }

    /// The file with a summary of these records; the footer says what it should unless `change` says otherwise.
    func written(_ change: (inout MCAPFooter) -> Void = { _ in }) -> [UInt8] {
      let summary = records.flatMap(\.encoded)
      var footer = MCAPFooter(
        summaryStart: summary.isEmpty ? 0 : UInt64(bytes.count),
        summaryOffsetStart: 0,
        summaryCRC: 0
      )
      change(&footer)
      var end = summary + MCAPRecord.footer(footer).encoded
      var sum = MCAPChecksum()
      Array(end.dropLast(4)).withRawSpan { sum.update($0) }
      for place in 0..<4 {
        end[end.count - 4 + place] = UInt8(truncatingIfNeeded: sum.value >> (8 * place))
      }
      return bytes + end + MCAPFormat.magic
    }
  }

  private func expectUnusual(
    _ bytes: [UInt8],
    _ texts: [String],
    location: SourceLocation = #_sourceLocation
  ) throws {
    let report = try MCAPChecker.check(MCAPMemorySource(bytes))
    let said = report.findings.map { "\($0.severity) \($0.problem.message)" }
    #expect(report.passes && report.warningCount == 0, "\(said)", sourceLocation: location)
    #expect(report.unusualCount == UInt64(texts.count), "\(said)", sourceLocation: location)
    for text in texts {
      #expect(said.contains { $0.contains(text) }, "\(said)", sourceLocation: location)
    }
  }

  @Test("The file that the others are made of passes without a word") func base() throws {
    try expectUnusual(try Base().written(), [])
  }

  @Test("A summary without records, and a footer that points at it all the same")
  func emptySummary() throws {
    var base = try Base()
    base.records = []
    try expectUnusual(base.written(), [])
    let place = UInt64(base.bytes.count)
    try expectUnusual(base.written { $0.summaryStart = place }, ["has no record"])
    try expectUnusual(
      base.written {
        $0.summaryStart = place
        $0.summaryOffsetStart = place
      },
      ["has no record", "and has none"]
    )
  }

  @Test("A schema and a channel that only the summary has, counted or not")
  func onlyInSummary() throws {
    let schema = MCAPSchema(id: 40, name: "Unused", encoding: "", data: [])
    let channel = MCAPChannel(id: 900, schemaID: 40, topic: "/unused", messageEncoding: "json")
    for isCounted in [true, false] {
      var base = try Base()
      base.records.insert(.channel(channel), at: 4)
      base.records.insert(.schema(schema), at: 1)
      for place in base.records.indices {
        guard isCounted, case .statistics(var counts) = base.records[place] else { continue }
        counts.schemaCount += 1
        counts.channelCount += 1
        counts.channelMessageCounts.entries.append(.init(channelID: 900, value: 0))
        base.records[place] = .statistics(counts)
      }
      try expectUnusual(
        base.written(),
        ["only the summary has schema 40", "only the summary has channel 900"]
      )
    }
  }

  @Test("Statistics before what they count are as good as behind it")
  func statisticsFirst() throws {
    var base = try Base()
    let channel = MCAPChannel(id: 900, schemaID: 0, topic: "/unused", messageEncoding: "json")
    let place = try #require(base.records.firstIndex { $0.opcode == .statistics })
    guard case .statistics(var counts) = base.records.remove(at: place) else { return }
    counts.channelCount += 1
    base.records.insert(.statistics(counts), at: 0)
    base.records.insert(.channel(channel), at: 5)
    try expectUnusual(base.written(), ["only the summary has channel 900"])
  }

  @Test("An index of a metadata record that is not there is a defect, beside those that are right")
  func metadataOfNothing() throws {
    var base = try Base()
    let place = try #require(base.records.firstIndex { $0.opcode == .metadataIndex })
    base.records.insert(
      .metadataIndex(MCAPMetadataIndex(offset: 12, length: 34, name: "x")),
      at: place
    )
    let report = try MCAPChecker.check(MCAPMemorySource(base.written()))
    #expect(report.errorCount == 1)
    let text = "the metadata at byte 12 is missing, or does not match it"
    #expect(report.firstError?.message.contains(text) == true, "\(report.findings)")
  }

  @Test("A channel of the summary whose schema nothing has is a defect")
  func unknownSchema() throws {
    var base = try Base()
    let channel = MCAPChannel(id: 900, schemaID: 41, topic: "/unused", messageEncoding: "json")
    base.records.insert(.channel(channel), at: 4)
    let report = try MCAPChecker.check(MCAPMemorySource(base.written()))
    #expect(!report.passes && report.errorCount == 1)
    #expect(report.firstError?.message.contains("schema 41, which is not known") == true)
  }
}
