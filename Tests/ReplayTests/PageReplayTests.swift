import Foundation
import KymoBridge
import KymoCore
import KymoMCAP
import KymoRecording
import Testing

/// Sessions with a page: the texts go in again, and the replies come out byte for byte.
@Suite("Replay of a page") struct PageReplayTests {
  @Test(
    "Equal steps, texts and digests at every speed, with any rings",
    arguments: CallMode.allCases
  )
  func speeds(_ mode: CallMode) throws {
    let (recording, _) = try MemoryRecording.page(seed: 5, mode: mode)
    let expected = try recording.pageSteps()
    #expect(expected.contains { $0.reply != nil } && expected.contains { $0.source == .device })
    #expect(expected.contains { $0.status == .malformed })
    for rings in [1, 2, 4] {
      for speed in [ReplaySpeed.maximum, .times(1), .times(10)] {
        for capacity in [1, 8192] {
          var options = ReplayOptions()
          options.rings = rings
          options.ringCapacity = capacity
          options.speed = speed
          options.clock = VirtualClock()
          let found = try recording.pageSteps(options)
          #expect(found == expected, "\(rings) rings of \(capacity), \(speed)")
        }
      }
    }
    #expect(try recording.divergence()?.index == nil)
  }

  @Test("Recorded or not, and recorded again, it is the same session", arguments: CallMode.allCases)
  func recorded(_ mode: CallMode) throws {
    let (recording, _) = try MemoryRecording.page(seed: 6, mode: mode)
    let digest = try recording.digest()
    let first = try recording.recorded()
    #expect(first.digest == digest)
    let second = try MemoryRecording(first.bytes).recorded()
    #expect(second.bytes == first.bytes && second.digest == digest)
    #expect(first.bytes == recording.bytes)
    let plain = try recording.recorded(hasTrace: false)
    #expect(plain.digest == digest)
    #expect(try MemoryRecording(plain.bytes).pageSteps() == recording.pageSteps())
    #expect(!(try SessionContent(plain.bytes)).channels.contains { $0.topic == "/bridge/reply" })
  }

  @Test("The requests come with their exact texts and numbers")
  func texts() throws {
    let (recording, inputs) = try MemoryRecording.page(seed: 7)
    let expected = inputs.filter { $0.event.kind == .message }
    let found = try recording.pageSteps().filter { $0.source == .bridge }
    #expect(found.map { $0.request.map { Array($0.utf8) } } == expected.map(\.text))
    #expect(found.map(\.timestamp) == expected.map(\.event.timestamp))
  }

  @Test("Every reply is in the recording, under the number of its step and of its cause")
  func replies() throws {
    let (recording, _) = try MemoryRecording.page(seed: 8)
    let steps = try recording.pageSteps()
    let content = try SessionContent(recording.bytes)
    let messages = content.messages.filter { $0.channelID == SessionTopic.reply.rawValue }
    let expected = steps.indices.filter { steps[$0].reply != nil }
    #expect(messages.map(\.sequence) == expected.map { UInt32($0) })
    #expect(messages.map(\.logTime) == expected.map { UInt64(steps[$0].timestamp) })
    struct Reply: Decodable {
      var sequence: UInt32?
      var text: String
    }
    for (message, index) in zip(messages, expected) {
      let reply = try JSONDecoder().decode(Reply.self, from: Data(message.data))
      #expect(reply.text == steps[index].reply, "step \(index)")
      let cause = reply.sequence.map { ReplyCause.request(.bridge, $0) } ?? .unsolicited
      #expect(cause == steps[index].cause, "step \(index)")
    }
    // Of every kind there was one.
    let texts = expected.compactMap { steps[$0].reply }
    for name in ["showLoc'", "showPickResults'", "accel'"] {
      #expect(texts.contains { $0.contains(name) }, "\(name)")
    }
  }

  @Test("Every answer names a request that asked for it, and none is answered twice")
  func causes() throws {
    for seed in 10...14 as ClosedRange<UInt64> {
      let (recording, inputs) = try MemoryRecording.page(seed: seed)
      let requests = inputs.filter { $0.event.kind == .message }.map(\.text)
      var answered: Set<UInt32> = []
      for step in try recording.pageSteps() {
        guard case .request(_, let sequence)? = step.cause, let reply = step.reply else { continue }
        #expect(answered.insert(sequence).inserted, "seed \(seed), request \(sequence)")
        let request = String(decoding: requests[Int(sequence)], as: UTF8.self)
        let name = reply.contains("showLoc") ? "cmd=loc" : "cmd=showDate"
        #expect(request.contains(name), "seed \(seed): \(request) was answered \(reply)")
      }
      #expect(!answered.isEmpty)
    }
  }

  @Test("A session without a page has no channel for one, and says nothing of it")
  func withoutPage() throws {
    for recording in KeptRecording.sensors {
      let first = try MemoryRecording(recording.bytes()).recorded()
      let content = try SessionContent(first.bytes)
      #expect(content.channels.map(\.topic).allSatisfy { !$0.hasPrefix("/bridge/") })
      #expect(content.schemas.allSatisfy { $0.encoding == "ros2msg" })
      for record in content.metadata {
        #expect(record.metadata.entries.allSatisfy { !$0.key.contains("bridge") })
      }
    }
  }
}
