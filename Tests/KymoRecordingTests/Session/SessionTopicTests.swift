import KymoRecording
import Testing

/// Which channels of a file are outputs, and no inputs that were left out.
@Suite("Topics of outputs") struct SessionTopicTests {
  @Test("Name and schema together say that a channel is an output")
  func outputs() {
    for topic in SessionTopic.allCases {
      #expect(SessionTopic.has(topic: topic.name, schema: topic.schemaName))
      #expect(!SessionTopic.has(topic: topic.name, schema: "acme/msg/Own"))
      #expect(!SessionTopic.has(topic: "/own", schema: topic.schemaName))
      #expect(topic.messageEncoding == (topic == .reply ? "json" : "cdr"))
    }
    #expect(!SessionTopic.has(topic: "", schema: ""))
  }

  @Test("Steps of version 1 have a schema of their own, under the one topic")
  func former() {
    #expect(SessionTopic.has(topic: "/trace", schema: "kymograph/msg/Step"))
    #expect(!SessionTopic.has(topic: "/bridge/reply", schema: "kymograph/msg/Step"))
    #expect(!SessionTopic.has(topic: "/own", schema: "kymograph/msg/Step"))
    #expect(!SessionTopic.has(topic: "/trace", schema: "kymograph/msg/TraceDigest"))
  }
}
