import KymoCore
import KymoMCAP
import KymoRecording
import KymoTestSupport
import Testing

/// The parts of a recording, put together again, are the whole.
@Suite("Merged recordings") struct MergedRecordingTests {
  private static let seeds: [UInt64] = RunLength.seeds([401, 402], usually: 1)

  private static func merge(
    _ parts: [[UInt8]],
    _ alignment: MergeAlignment = .clock
  ) throws -> [UInt8] {
    let sink = MCAPMemorySink()
    let files = try parts.map { try SessionFile(MCAPMemorySource($0)) }
    let names = parts.indices.map { "part\($0).mcap" }
    _ = try RecordingMerge(files, named: names, alignment).write(to: sink)
    return sink.bytes
  }

  /// A way to take a recording apart.
  enum Partition: CaseIterable {
    case times, steps, channels, commands, nested
  }

  /// The parts of a recording: together they have each message once.
  private static func parts(
    _ bytes: [UInt8],
    _ partition: Partition,
    _ random: inout SeededRandom
  ) throws -> [[UInt8]] {
    let kept = try EditedSample.kept(bytes)
    var selections: [CutSelection] = []
    switch partition {
    case .times, .nested:
      var times = (0..<3).map { _ in kept[random.below(kept.count)].logTime }.sorted()
      times.insert(0, at: 0)
      for (index, start) in times.enumerated() {
        var selection = CutSelection()
        selection.start = start
        selection.end = index + 1 < times.count ? times[index + 1] : nil
        selections.append(selection)
      }
    case .steps:
      let count = try MemoryRecording(bytes).replay(StepKinds()).sink.isInput.count
      var steps = Set((0..<3).map { _ in UInt64(1 + random.below(count - 1)) }).sorted()
      steps.insert(0, at: 0)
      for (index, start) in steps.enumerated() {
        var selection = CutSelection()
        selection.steps = start..<(index + 1 < steps.count ? steps[index + 1] : .max)
        selections.append(selection)
      }
    case .channels:
      for topic in Set(kept.map(\.topic)).subtracting(["/location/fix"]).sorted() {
        var selection = CutSelection()
        selection.topics = [topic]
        selections.append(selection)
      }
    case .commands:
      let file = try SessionFile(MCAPMemorySource(bytes))
      for command in file.commands {
        var selection = CutSelection()
        selection.commands = [command]
        selections.append(selection)
      }
    }
    var parts = try selections.map { try EditedSample.cut(bytes, $0) }
    if partition == .nested {
      parts = try parts.flatMap { try Self.parts($0, .channels, &random) }
    }
    // Whatever their order is; of inputs that came late it decides which of one time is first.
    let file = try SessionFile(MCAPMemorySource(bytes))
    if file.description?.inputOrder == .dispatch { parts.shuffle(using: &random) }
    return parts
  }

  @Test("of any parts are the whole", arguments: KeptRecording.all, Partition.allCases)
  func whole(recording: KeptRecording, partition: Partition) throws {
    let bytes = try recording.bytes()
    // Calls that nobody handles have no command, and are in no part.
    if partition == .commands, recording.name == KeptRecording.page.name { return }
    for seed in Self.seeds {
      var random = SeededRandom(seed: seed)
      let merged = try Self.merge(Self.parts(bytes, partition, &random))
      #expect(try EditedSample.digest(merged) == recording.expected().digest, "seed \(seed)")
      let difference = try EditedSample.difference(
        EditedSample.kept(bytes),
        EditedSample.kept(merged)
      )
      #expect(difference == nil, "seed \(seed)")
      #expect(try EditedSample.check(merged).errorCount == 0, "seed \(seed)")
    }
  }

  @Test("of calls by command are what a cut by all of them is")
  func calls() throws {
    let bytes = try KeptRecording.page.bytes()
    var random = SeededRandom(seed: 405)
    let merged = try Self.merge(Self.parts(bytes, .commands, &random))
    var selection = CutSelection()
    selection.commands = try SessionFile(MCAPMemorySource(bytes)).commands
    let whole = try EditedSample.cut(bytes, selection)
    #expect(try EditedSample.digest(merged) == EditedSample.digest(whole), "seed 405")
  }

  @Test("at one time come by sequence if they are parts of one file, and else by file")
  func ties() throws {
    let parts = try Self.tied(of: ["accel", "sendloc"])
    for order in [[0, 1], [1, 0]] {
      let merged = try Self.merge(order.map { parts[$0] })
      let kept = try EditedSample.kept(merged).filter { $0.topic == "/accelerometer" }
      #expect(kept.map(\.sequence) == Array(0..<10))
    }
    let strangers = try [0, 1].map { try Self.tiedSample(firstSequence: UInt32(10 - $0 * 10)) }
    let merged = try EditedSample.kept(Self.merge(strangers))
    #expect(merged.map(\.sequence) == [10, 11, 12, 0, 1, 2])
  }

  /// Ten samples at one time, taken apart into those of even and those of odd steps.
  private static func tied(of commands: [String]) throws -> [[UInt8]] {
    let whole = try tiedSample(firstSequence: 0, count: 10)
    return try [0, 1].map { part in
      let sink = MCAPMemorySink()
      let picked = try (0..<5).map { index in
        var selection = CutSelection()
        let step = UInt64(2 * index + part)
        selection.steps = step..<step + 1
        return try EditedSample.cut(whole, selection)
      }
      let files = try picked.map { try SessionFile(MCAPMemorySource($0)) }
      _ = try RecordingMerge(files, named: Array(repeating: "p", count: 5), .clock).write(to: sink)
      return sink.bytes
    }
  }

  /// Samples of the accelerometer, all at 5 ns.
  private static func tiedSample(firstSequence: UInt32, count: UInt32 = 3) throws -> [UInt8] {
    let sink = MCAPMemorySink()
    var writer = try SessionWriter(
      sink,
      description: SessionDescription(origin: "t"),
      hasTrace: false
    )
    for index in 0..<count {
      try writer.append(
        Event(
          timestamp: 5,
          sequence: firstSequence + index,
          command: .unknown,
          source: .accelerometer,
          kind: .acceleration,
          payload: Payload(Acceleration(x: Double(index), y: 0, z: 9))
        )
      )
    }
    _ = try writer.finish(nil)
    return sink.bytes
  }

  @Test("one behind the other, and moved to one start")
  func moved() throws {
    let parts = try [UInt32(0), 10].map { try Self.tiedSample(firstSequence: $0) }
    let appended = try EditedSample.kept(Self.merge(parts, .append(gap: 7)))
    #expect(appended.map(\.logTime) == [5, 5, 5, 12, 12, 12])
    #expect(appended.map(\.publishTime) == appended.map(\.logTime))
    let moved = try EditedSample.kept(Self.merge(parts, .offsets([-2])))
    #expect(moved.map(\.logTime) == [3, 3, 3, 5, 5, 5])
    #expect(moved.map(\.sequence) == [10, 11, 12, 0, 1, 2])
    #expect(throws: EditingError.self) { try Self.merge(parts, .offsets([-6])) }
    let walk = try KeptRecording.sensors[2].bytes()
    let started = try EditedSample.kept(Self.merge([parts[0], walk], .start))
    #expect(started.filter { $0.logTime == 5 }.count == 4)
    let lineage = try SessionFile(MCAPMemorySource(Self.merge(parts, .offsets([-2])))).lineage
    #expect(lineage.map(\.operation) == ["merge"])
    #expect(lineage[0].sources.map(\.offsetNanoseconds) == [0, -2])
  }

  @Test("of other schemas on one topic are refused")
  func conflict() throws {
    let sample = try Self.tiedSample(firstSequence: 0)
    var content = try SessionContent(sample)
    let place = try #require(content.schemas.firstIndex { $0.name == "geometry_msgs/msg/Vector3" })
    content.schemas[place].data += Array("# other\n".utf8)
    let other = try content.written()
    do {
      _ = try Self.merge([sample, other])
      Issue.record("two schemas of one topic were merged")
    } catch EditingError.source(1, .content(let problem)) {
      #expect(problem.contains("/accelerometer") && problem.contains("part0.mcap"))
    }
  }
}
