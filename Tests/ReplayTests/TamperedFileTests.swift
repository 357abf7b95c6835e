import KymoCore
import KymoRecording
import Testing
import KymoMCAP
import KymoTestSupport

/// Files that were changed behind the recorder's back, with every checksum right.
@Suite("Tampered recordings") struct TamperedFileTests {
  private static let seeds: [UInt64] = RunLength.seeds([201, 202, 203], usually: 1)

  private func expectOnly(
    _ channel: UInt16?,
    changedIn bytes: [UInt8],
    of recording: KeptRecording
  ) throws {
    let good = try recording.expected()
    let digest = try MemoryRecording(bytes).digest()
    #expect(TraceDigest.text(digest.total) != good.digest)
    for topic in [InputChannel.accelerometer, .location] {
      let source = try #require(topic.source)
      let expected = good.channels.first { $0.topic == topic.topic }?.digest
      let isSame = TraceDigest.text(digest.digest(of: source)) == expected
      #expect(isSame == (topic.recordingID != channel), "\(topic.topic)")
    }
  }

  @Test("one bit of a payload", arguments: KeptRecording.sensors, seeds)
  func bit(recording: KeptRecording, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let content = try SessionContent(recording.bytes())
    let order = content.inputOrder
    for topic in [InputChannel.accelerometer, .location] {
      let places = order.indices.filter {
        content.messages[order[$0]].channelID == topic.recordingID
      }
      let index = try #require(places.randomElement(using: &random))
      var changed = content
      let last = content.messages[order[index]].data.count - 1
      let byte = Int.random(in: 4...last, using: &random)
      let bit = Int.random(in: 0...7, using: &random)
      changed.messages[order[index]].data[byte] ^= 1 << bit
      let bytes = try changed.written()
      let verification = try MemoryRecording(bytes).verification()
      if let found = verification.divergence {
        #expect(found.index == UInt64(index), "seed \(seed): byte \(byte), bit \(bit)")
      } else {
        // The bit has no say in any outcome: that the digest differs is all that is known.
        let digest = verification.differences.first { $0.path == "digest" }
        let steps = try #require(digest?.steps, "seed \(seed): byte \(byte), bit \(bit)")
        #expect(steps.contains(UInt64(index)), "seed \(seed): \(steps)")
      }
      try expectOnly(topic.recordingID, changedIn: bytes, of: recording)
    }
  }

  @Test("a digest alone names the steps that it covers", arguments: KeptRecording.sensors)
  func digestAlone(recording: KeptRecording) throws {
    let content = try SessionContent(recording.bytes())
    let digests = content.messages.indices.filter {
      content.messages[$0].channelID == SessionTopic.digest.rawValue
    }
    var first: UInt64 = 0
    for index in digests {
      var changed = content
      let end = UInt64(content.messages[index].sequence)
      // The last of its bytes are those of the digest, the others those of the count.
      changed.messages[index].data[content.messages[index].data.count - 1] ^= 1
      let edited = try MemoryRecording(changed.written()).verification()
      #expect(edited.divergence == nil)
      #expect(
        edited.differences == [FieldDifference(path: "digest", count: 1, steps: first..<end)]
      )
      changed = content
      changed.messages.remove(at: index)
      let missing = try MemoryRecording(changed.written()).verification().differences
      #expect(missing.first?.path == "digest.missing" && missing.first?.steps == first..<end)
      first = end
    }
    #expect(first > 0)
  }

  @Test("a message left out", arguments: KeptRecording.sensors, seeds)
  func missing(recording: KeptRecording, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let content = try SessionContent(recording.bytes())
    let order = content.inputOrder
    // Where the next event is the same, the one after it is the first difference: pick others.
    let candidates = order.indices.dropLast().filter { content.differ(order[$0], order[$0 + 1]) }
    let index = try #require(candidates.randomElement(using: &random))
    var changed = content
    let removed = changed.messages.remove(at: order[index])
    let bytes = try changed.written()
    let found = try #require(try MemoryRecording(bytes).divergence(), "seed \(seed)")
    #expect(found.index == UInt64(index), "seed \(seed)")
    #expect(found.expected?.event.timestamp == Int64(removed.logTime))
    let next = content.messages[order[index + 1]]
    #expect(found.actual?.event.timestamp == Int64(next.logTime))
    try expectOnly(removed.channelID, changedIn: bytes, of: recording)
  }

  @Test("two payloads exchanged", arguments: KeptRecording.sensors, seeds)
  func exchanged(recording: KeptRecording, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let content = try SessionContent(recording.bytes())
    let order = content.inputOrder
    for topic in [InputChannel.accelerometer, .location] {
      let places = order.indices.filter {
        content.messages[order[$0]].channelID == topic.recordingID
      }
      let first = try #require(places.dropLast().randomElement(using: &random))
      let data = content.messages[order[first]].data
      // Equal payloads exchanged are no difference.
      let partners = places.filter { $0 > first && content.messages[order[$0]].data != data }
      guard let second = partners.randomElement(using: &random) else { continue }
      var changed = content
      changed.messages[order[first]].data = content.messages[order[second]].data
      changed.messages[order[second]].data = data
      let bytes = try changed.written()
      let found = try MemoryRecording(bytes).divergence()
      #expect(found?.index == UInt64(first), "seed \(seed): \(first) and \(second)")
      try expectOnly(topic.recordingID, changedIn: bytes, of: recording)
    }
  }

  @Test("a message moved to another time", arguments: KeptRecording.sensors)
  func moved(recording: KeptRecording) throws {
    let content = try SessionContent(recording.bytes())
    let order = content.inputOrder
    let last = order.count - 1
    var changed = content
    changed.messages[order[last]].logTime += 1
    let found = try MemoryRecording(changed.written()).divergence()
    #expect(found?.index == UInt64(last))
  }

  @Test("an event more at the end", arguments: KeptRecording.sensors)
  func extraEvent(recording: KeptRecording) throws {
    let content = try SessionContent(recording.bytes())
    let order = content.inputOrder
    let last = try #require(order.last)
    var more = content.messages[last]
    more.logTime += 1
    var changed = content
    changed.messages.append(more)
    let found = try #require(try MemoryRecording(changed.written()).divergence())
    #expect(found.index == UInt64(order.count))
    #expect(found.expected == nil)
    #expect(found.actual?.event.timestamp == Int64(more.logTime))
    #expect(found.before.count == Verifier.contextLength)
  }

  @Test("an event less at the end", arguments: KeptRecording.sensors)
  func missingEvent(recording: KeptRecording) throws {
    var content = try SessionContent(recording.bytes())
    let order = content.inputOrder
    let removed = content.messages.remove(at: try #require(order.last))
    let found = try #require(try MemoryRecording(content.written()).divergence())
    #expect(found.index == UInt64(order.count - 1))
    #expect(found.actual == nil)
    #expect(found.expected?.event.timestamp == Int64(removed.logTime))
  }

  @Test("a trace that ends early, or was emptied", arguments: KeptRecording.sensors)
  func shortTrace(recording: KeptRecording) throws {
    var content = try SessionContent(recording.bytes())
    let trace = SessionTopic.trace.rawValue
    let last = try #require(content.messages.lastIndex { $0.channelID == trace })
    let step = content.messages.remove(at: last)
    let count = content.inputOrder.count
    let found = try #require(try MemoryRecording(content.written()).divergence())
    #expect(found.index == UInt64(count - 1))
    #expect(found.expected == nil)
    #expect(found.actual?.event.timestamp == Int64(step.logTime))

    content.messages.removeAll { $0.channelID == trace }
    let empty = try #require(try MemoryRecording(content.written()).divergence())
    #expect(empty.index == 0 && empty.expected == nil && empty.before.isEmpty)
  }

  @Test("a digest that was changed", arguments: KeptRecording.sensors)
  func digest(recording: KeptRecording) throws {
    var content = try SessionContent(recording.bytes())
    let place = try #require(
      content.messages.firstIndex { $0.channelID == SessionTopic.digest.rawValue }
    )
    content.messages[place].data[12] ^= 0x80
    let memory = try MemoryRecording(content.written())
    let found = try memory.verification()
    #expect(found.hasDiverged && found.divergence == nil, "no step differs")
    #expect(found.differences.map(\.path) == ["digest"])
    #expect(try memory.hexDigest() == recording.expected().digest, "the inputs are untouched")
  }

  @Test("a trace out of order", arguments: KeptRecording.sensors)
  func traceOrder(recording: KeptRecording) throws {
    var content = try SessionContent(recording.bytes())
    let trace = content.messages.indices.filter {
      content.messages[$0].channelID == SessionTopic.trace.rawValue
    }
    content.messages.swapAt(trace[40], trace[41])
    let memory = try MemoryRecording(content.written())
    let found = try memory.verification()
    #expect(found.divergence?.index == 40)
    let paths = found.differences.map(\.path)
    #expect(paths.contains("outcome.missing") && paths.contains("outcome.extra"), "\(paths)")
  }

  @Test("without a trace a difference has no index", arguments: KeptRecording.sensors)
  func untraced(recording: KeptRecording) throws {
    let plain = try MemoryRecording(recording.bytes()).recorded(hasTrace: false)
    var content = try SessionContent(plain.bytes)
    #expect(!content.channels.contains { $0.topic == SessionTopic.trace.name })
    let place = content.inputOrder[100]
    content.messages[place].data[4] ^= 1
    let changed = try MemoryRecording(content.written())
    #expect(changed.scan.catalog.channels(topic: SessionTopic.trace.name).isEmpty)
    #expect(try changed.digest().total != plain.digest.total)
    #expect(try changed.digest().count == plain.digest.count)
  }
}
