import KymoCore
import KymoMCAP
import Testing

@testable import KymoRecording

/// The replies of a recording, read without a replay.
@Suite("Replies of a recording") struct BridgeRepliesTests {
  @Test("Replies are read in order with what they answer; what is none is counted")
  func read() throws {
    var sample = SessionSample()
    sample.schemas.append(
      MCAPSchema(id: 6, name: "kymograph.BridgeReply", encoding: "jsonschema", data: [])
    )
    sample.channels.append(
      MCAPChannel(id: 6, schemaID: 6, topic: "/bridge/reply", messageEncoding: "json")
    )
    // Not all are of the channel, and not all of the channel are replies.
    sample.addAcceleration(1, at: 5)
    for (time, json) in [
      (10 as UInt64, #"{"sequence":3,"text":"one"}"#),
      (20, #"{"sequence":4,"text":17}"#),
      (30, #"{"sequence":4,"#),
      (40, #"{"unreadable":"AAECAw==","error":7}"#),
      (50, #"{"text":"nobody asked"}"#),
      (60, #"{"sequence":9,"source":20,"text":"an app's own"}"#),
    ] {
      sample.add(6, at: time, Array(json.utf8))
    }
    let file = try SessionFile(MCAPMemorySource(sample.written()))
    var times: [UInt64] = []
    var causes: [ReplyCause] = []
    var texts: [String] = []
    let unreadable = try file.forEachReply { time, cause, text in
      times.append(time)
      causes.append(cause)
      var bytes: [UInt8] = []
      bytes.append(copying: text)
      texts.append(String(decoding: bytes, as: UTF8.self))
    }
    #expect(times == [10, 50, 60])
    #expect(texts == ["one", "nobody asked", "an app's own"])
    #expect(
      causes == [.request(.bridge, 3), .unsolicited, .request(SourceID(rawValue: 20), 9)]
    )
    #expect(unreadable == 3)
  }
}
