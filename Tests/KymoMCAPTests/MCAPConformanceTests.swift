@testable import KymoMCAP
import Testing

/// The MCAP conformance suite: what a file holds, and which bytes a description becomes.
///
/// The suite lies in `../shared/data/mcap-conformance`; where it is absent these tests are skipped,
/// and say so.
@Suite(.enabled(if: MCAPConformanceSuite.isPresent, "the conformance suite is not here"))
struct MCAPConformanceTests {
  @Test("The suite is whole")
  func complete() {
    #expect(MCAPConformanceSuite.variants.count == 416)
  }

  @Test("A streamed read yields what the description lists")
  func streamed() throws {
    for variant in MCAPConformanceSuite.variants {
      var reader = MCAPStreamReader(MCAPMemorySource(variant.bytes))
      var found: [MCAPDescribedRecord] = []
      while let record = try reader.next() { found.append(MCAPDescribedRecord(record)) }
      #expect(found == variant.records, "\(variant.name)")
    }
  }

  @Test("The description becomes the same bytes")
  func written() throws {
    var count = 0
    for variant in MCAPConformanceSuite.variants where !variant.features.contains("pad") {
      #expect(try write(variant) == variant.bytes, "\(variant.name)")
      count += 1
    }
    #expect(count == 208)
  }

  private func write(_ variant: MCAPConformanceSuite.Variant) throws(MCAPError) -> [UInt8] {
    let features = variant.features
    var options = MCAPWriterOptions(compression: .none)
    options.library = ""
    options.chunked = features.contains("ch")
    options.messageIndex = features.contains("mx")
    options.chunkIndex = features.contains("chx")
    options.attachmentIndex = features.contains("ax")
    options.metadataIndex = features.contains("mdx")
    options.statistics = features.contains("st")
    options.summaryOffsets = features.contains("sum")
    options.repeatSchemas = features.contains("rsh")
    options.repeatChannels = features.contains("rch")
    let sink = MCAPMemorySink()
    var writer = try MCAPWriter(sink, options: options)
    for record in variant.records {
      if record.type == "DataEnd" { break }
      try append(record, to: &writer)
    }
    _ = try writer.finish()
    return sink.bytes
  }

  private func append(
    _ record: MCAPDescribedRecord,
    to writer: inout MCAPWriter
  ) throws(MCAPError) {
    let fields = record.fields
    switch record.type {
    case "Schema":
      try writer.register(
        MCAPSchema(
          id: record.number("id"),
          name: fields["name"] ?? "",
          encoding: fields["encoding"] ?? "",
          data: record.data("data")
        )
      )
    case "Channel":
      try writer.register(
        MCAPChannel(
          id: record.number("id"),
          schemaID: record.number("schema_id"),
          topic: fields["topic"] ?? "",
          messageEncoding: fields["message_encoding"] ?? "",
          metadata: record.map("metadata")
        )
      )
    case "Message":
      try writer.append(
        MCAPMessage(
          channelID: record.number("channel_id"),
          sequence: record.number("sequence"),
          logTime: record.number("log_time"),
          publishTime: record.number("publish_time"),
          data: record.data("data")
        )
      )
    case "Attachment":
      try writer.append(
        MCAPAttachment(
          logTime: record.number("log_time"),
          createTime: record.number("create_time"),
          name: fields["name"] ?? "",
          mediaType: fields["media_type"] ?? "",
          data: record.data("data")
        )
      )
    case "Metadata":
      let name = fields["name"] ?? ""
      try writer.append(MCAPMetadata(name: name, metadata: record.map("metadata")))
    default: break
    }
  }

  @Test("An indexed read orders by time, then by place in the file")
  func indexed() throws {
    var count = 0
    let needed: Set = ["ch", "chx", "mx", "rch", "rsh"]
    for variant in MCAPConformanceSuite.variants {
      let reader = try MCAPIndexedReader(MCAPMemorySource(variant.bytes))
      try reader.verifyIndexes()
      let complete = needed.union(["st"]).isSubset(of: variant.features)
      #expect(!reader.wasScanned || !complete, "\(variant.name)")
      var cursor = reader.messages()
      var sequences: [UInt32] = []
      while let message = try cursor.next() { sequences.append(message.sequence) }
      let described = variant.records.filter { $0.type == "Message" }
      let expected = described.sorted {
        let left: UInt64 = $0.number("log_time")
        let right: UInt64 = $1.number("log_time")
        return left < right
      }
      #expect(sequences == expected.map { $0.number("sequence") }, "\(variant.name)")
      if variant.name.hasPrefix("TenMessages") {
        #expect(sequences == [0, 2, 1, 3, 4, 6, 5, 7, 8, 9], "\(variant.name)")
      }
      let statistics = variant.records.contains { $0.type == "Statistics" }
      #expect((reader.summary?.statistics != nil) == statistics, "\(variant.name)")
      if needed.isSubset(of: variant.features) { count += 1 }
    }
    #expect(count > 0)
  }
}
