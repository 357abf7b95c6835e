@testable import KymoMCAP
import KymoTestSupport

/// A seeded recording with three channels, times that jump, and data of many lengths.
struct MCAPSample {
  var schema = MCAPSchema(id: 1, name: "Sample", encoding: "jsonschema", data: Array("{}".utf8))
  var channels: [MCAPChannel]
  var messages: [MCAPMessage] = []
  var attachment = MCAPAttachment(
    logTime: 5,
    createTime: 4,
    name: "notes.txt",
    mediaType: "text/plain",
    data: Array("walked over the bridge".utf8)
  )
  var metadata = MCAPMetadata(name: "kymograph", metadata: ["seed": "7", "origin": "synthetic"])

  init(seed: UInt64, messages count: Int) {
    var random = SeededRandom(seed: seed)
    channels = [
      MCAPChannel(id: 0, schemaID: 0, topic: "/zero", messageEncoding: ""),
      MCAPChannel(id: 3, schemaID: 1, topic: "/three", messageEncoding: "json"),
      MCAPChannel(
        id: 700,
        schemaID: 1,
        topic: "/many",
        messageEncoding: "json",
        metadata: ["b": "1", "a": "2"]
      ),
    ]
    for index in 0..<count {
      let base = UInt64(index / 3) * 10
      let time = base + UInt64.random(in: 0...2000, using: &random) / 100
      let length = Int.random(in: 0...60, using: &random)
      messages.append(
        MCAPMessage(
          channelID: channels[Int.random(in: 0...2, using: &random)].id,
          sequence: UInt32(index),
          logTime: time,
          publishTime: time / 2,
          data: (0..<length).map { UInt8(truncatingIfNeeded: $0 + index / 100) }
        )
      )
    }
  }

  func write(_ options: MCAPWriterOptions) throws(MCAPError) -> [UInt8] {
    let sink = MCAPMemorySink()
    try write(options, to: sink)
    return sink.bytes
  }

  func write(_ options: MCAPWriterOptions, to sink: MCAPMemorySink) throws(MCAPError) {
    var writer = try MCAPWriter(sink, options: options)
    try append(to: &writer)
    _ = try writer.finish()
  }

  func append(to writer: inout MCAPWriter) throws(MCAPError) {
    try writer.register(schema)
    for channel in channels { try writer.register(channel) }
    for (index, message) in messages.enumerated() {
      if index == messages.count / 2 {
        try writer.append(attachment)
        try writer.append(metadata)
      }
      try writer.append(message)
    }
  }
}
