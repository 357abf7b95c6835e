import KymoCore
import KymoMCAP
import KymoRecording
import KymoTestSupport
import Testing

/// What a cut keeps is what it was, and nothing gets lost between two parts.
@Suite("Cut recordings") struct CutRecordingTests {
  private static let seeds: [UInt64] = RunLength.seeds([301, 302, 303], usually: 2)

  @Test("of everything replay to the digest of the whole", arguments: KeptRecording.all)
  func everything(recording: KeptRecording) throws {
    let bytes = try recording.bytes()
    let cut = try EditedSample.cut(bytes, CutSelection())
    #expect(try EditedSample.digest(cut) == recording.expected().digest)
    let difference = try EditedSample.difference(EditedSample.kept(bytes), EditedSample.kept(cut))
    #expect(difference == nil)
    #expect(try EditedSample.check(cut).errorCount == 0)
    let file = try SessionFile(MCAPMemorySource(cut))
    #expect(file.isFinished && !file.hasTrace && file.result == nil)
    #expect(file.scan.catalog.channels(topic: "/trace").isEmpty)
  }

  @Test("of two times hold each message once", arguments: KeptRecording.all, seeds)
  func times(recording: KeptRecording, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let bytes = try recording.bytes()
    let kept = try EditedSample.kept(bytes)
    // The time of a message: of those at the same time all are in the second part.
    let time = kept[random.below(kept.count)].logTime
    let parts = try Self.parts(bytes) { selection, isFirst in
      if isFirst { selection.end = time } else { selection.start = time }
    }
    let areApart =
      parts[0].allSatisfy { $0.logTime < time } && parts[1].allSatisfy { $0.logTime >= time }
    #expect(areApart, "seed \(seed)")
    #expect(EditedSample.difference(kept, parts[0] + parts[1]) == nil, "seed \(seed)")
  }

  @Test("of two ranges of steps hold each message once", arguments: KeptRecording.all, seeds)
  func steps(recording: KeptRecording, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let bytes = try recording.bytes()
    let steps = try MemoryRecording(bytes).replay(StepKinds()).sink.isInput
    let step = UInt64(1 + random.below(steps.count - 1))
    let parts = try Self.parts(bytes) { selection, isFirst in
      selection.steps = isFirst ? 0..<step : step..<UInt64.max
    }
    let inputs = parts[0].filter { $0.topic != "/location/fix" }.count
    let before = steps.prefix(Int(step)).filter(\.self).count
    #expect(inputs == before, "seed \(seed), step \(step)")
    let difference = try EditedSample.difference(EditedSample.kept(bytes), parts[0] + parts[1])
    #expect(difference == nil, "seed \(seed), step \(step)")
    // Without the trace a replay says which step is which.
    let bare = try EditedSample.cut(bytes, CutSelection())
    let replayed = try Self.parts(bare) { selection, isFirst in
      selection.steps = isFirst ? 0..<step : step..<UInt64.max
    }
    for (replayed, part) in zip(replayed, parts) {
      let difference = EditedSample.difference(part, replayed)
      #expect(difference == nil, "seed \(seed), step \(step)")
    }
  }

  @Test("in the middle of a session go the way of the whole up to there", arguments: seeds)
  func prefix(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for recording in KeptRecording.sensors {
      let bytes = try recording.bytes()
      let steps = try MemoryRecording(bytes).replay(StepKinds()).sink.digests
      let count = 1 + random.below(steps.count)
      var selection = CutSelection()
      selection.steps = 0..<UInt64(count)
      let digest = try EditedSample.digest(EditedSample.cut(bytes, selection))
      #expect(digest == TraceDigest.text(steps[count - 1]), "\(recording), seed \(seed), \(count)")
    }
  }

  @Test("by channel and by command", arguments: KeptRecording.all)
  func channels(recording: KeptRecording) throws {
    let bytes = try recording.bytes()
    let kept = try EditedSample.kept(bytes)
    let located = try Self.parts(bytes) { selection, isFirst in
      if isFirst { selection.topics = ["/location"] } else { selection.without = ["/location"] }
    }
    for (part, isLocation) in zip(located, [true, false]) {
      let wanted = kept.filter { $0.topic.hasPrefix("/location") == isLocation }
      let difference = EditedSample.difference(wanted, part)
      #expect(difference == nil)
    }
    var selection = CutSelection()
    selection.commands = ["accel"]
    let accelerated = try EditedSample.kept(EditedSample.cut(bytes, selection))
    #expect(accelerated.count >= kept.filter { $0.topic == "/accelerometer" }.count)
    #expect(accelerated.allSatisfy { !$0.topic.hasPrefix("/location") })
  }

  @Test("by command keep the calls of that name")
  func calls() throws {
    let bytes = try KeptRecording.page.bytes()
    var selection = CutSelection()
    selection.commands = ["playSound"]
    let kept = try EditedSample.kept(EditedSample.cut(bytes, selection))
    #expect(kept.count == 36)
    #expect(kept.allSatisfy { $0.topic == "/bridge/request" })
    #expect(
      kept.allSatisfy { String(decoding: $0.data, as: UTF8.self).contains("playSound") }
    )
  }

  @Test("say where they come from, step by step")
  func lineage() throws {
    let bytes = try KeptRecording.sensors[0].bytes()
    let whole = try SessionFile(MCAPMemorySource(bytes))
    var selection = CutSelection()
    selection.topics = ["/accelerometer"]
    let first = try EditedSample.cut(bytes, selection, named: "/folder/a.mcap")
    selection = CutSelection()
    selection.steps = 10..<20
    let second = try EditedSample.cut(first, selection, named: "b.mcap")
    let lineage = try SessionFile(MCAPMemorySource(second)).lineage
    try #require(lineage.count == 2)
    #expect(lineage[0].sources.map(\.name) == ["a.mcap"])
    #expect(lineage[0].sources[0].bytesDigest == TraceDigest.text(try whole.bytesDigest()))
    #expect(lineage[0].sources[0].digest == whole.result.map { TraceDigest.text($0.digest) })
    #expect(lineage[0].details["channels/0"] == "/accelerometer")
    #expect(lineage[1].sources[0].madeBy == 0)
    #expect(lineage[1].details["events"] == "10..20")
    #expect(try EditedSample.cut(first, selection, named: "b.mcap") == second)
  }

  /// Both parts of a recording.
  private static func parts(
    _ bytes: [UInt8],
    _ select: (inout CutSelection, Bool) -> Void
  ) throws -> [[EditedSample.Kept]] {
    try [true, false].map { isFirst in
      var selection = CutSelection()
      select(&selection, isFirst)
      return try EditedSample.kept(EditedSample.cut(bytes, selection))
    }
  }
}
