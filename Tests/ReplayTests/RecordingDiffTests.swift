import KymoCore
import KymoMCAP
import KymoRecording
import KymoTestSupport
import Testing

/// What a comparison says is what differs, and nothing else.
@Suite("Differences of recordings") struct RecordingDiffTests {
  private static let seeds: [UInt64] = [501, 502, 503]

  private static func diff(
    _ first: [UInt8],
    _ second: [UInt8],
    _ tolerance: DiffTolerance = DiffTolerance()
  ) throws -> DiffReport {
    try RecordingDiff(
      SessionFile(MCAPMemorySource(first)),
      SessionFile(MCAPMemorySource(second)),
      tolerance: tolerance
    ).compare()
  }

  private static func counts(_ report: DiffReport) -> [UInt64] {
    report.channels.reduce(into: [0, 0, 0]) { counts, channel in
      counts[0] += channel.changed
      counts[1] += channel.missing
      counts[2] += channel.extra
    }
  }

  private static func fields(_ report: DiffReport) -> [String] {
    report.channels.flatMap { channel in channel.fields.map { "\(channel.topic) \($0.path)" } }
  }

  /// The place of a message of a topic, chosen at random.
  private static func place(
    _ topic: String,
    in content: SessionContent,
    _ random: inout SeededRandom
  ) throws -> Int {
    let id = try #require(content.channels.first { $0.topic == topic }?.id)
    let places = content.messages.indices.filter { content.messages[$0].channelID == id }
    return places[random.below(places.count)]
  }

  @Test("are none to itself, all of it", arguments: KeptRecording.all)
  func itself(recording: KeptRecording) throws {
    let bytes = try recording.bytes()
    let content = try SessionContent(bytes)
    let report = try Self.diff(bytes, bytes)
    #expect(report.isEqual && report.isIdentical && report.first == nil)
    #expect(report.messageCount == UInt64(content.messages.count) && report.unnumbered == 0)
    #expect(report.metadataCount == content.metadata.last?.metadata.entries.count)
    let rewritten = try content.written(MCAPWriterOptions(compression: .lz4))
    #expect(try Self.diff(bytes, rewritten).isIdentical, "layout is no difference")
  }

  @Test("of one field name that field alone", arguments: seeds)
  func field(seed: UInt64) throws {
    let page = try SessionContent(KeptRecording.page.bytes())
    // The topic, the byte that changes, and the field.
    let edits: [(topic: String, place: Int, field: String)] = [
      ("/accelerometer", 4, "x"), ("/accelerometer", 20, "z"), ("/location", 12, "longitude"),
      ("/trace", 19, "outcome.status"), ("/location/fix", 4, "header.stamp.sec"),
      ("/trace/digest", 12, "digest"),
    ]
    for edit in edits {
      var random = SeededRandom(seed: seed)
      var changed = page
      let place = try Self.place(edit.topic, in: page, &random)
      changed.messages[place].data[edit.place] ^= 1
      let report = try Self.diff(page.written(), changed.written())
      #expect(Self.fields(report) == ["\(edit.topic) \(edit.field)"], "seed \(seed)")
      #expect(Self.counts(report) == [1, 0, 0], "seed \(seed), \(edit)")
      #expect(report.metadata.isEmpty && !report.isEqual)
      #expect(report.first?.topic == edit.topic && report.first?.field == edit.field)
      #expect(report.first?.time == page.messages[place].logTime, "seed \(seed), \(edit)")
    }
  }

  @Test("of times, numbers, texts, definitions and metadata", arguments: seeds)
  func others(seed: UInt64) throws {
    let page = try SessionContent(KeptRecording.page.bytes())
    let whole = try page.written()
    var random = SeededRandom(seed: seed)
    let place = try Self.place("/bridge/request", in: page, &random)
    func changed(_ change: (inout SessionContent) -> Void) throws -> DiffReport {
      var content = page
      change(&content)
      return try Self.diff(whole, content.written())
    }
    var report = try changed { $0.messages[place].logTime += 1 }
    #expect(Self.fields(report) == ["/bridge/request log_time"], "seed \(seed)")
    report = try changed { $0.messages[place].publishTime += 1 }
    #expect(Self.fields(report) == ["/bridge/request publish_time"], "seed \(seed)")
    report = try changed { $0.messages[place].sequence += 1 }
    #expect(Self.fields(report) == ["/bridge/request sequence"], "seed \(seed)")
    let reply = try Self.place("/bridge/reply", in: page, &random)
    report = try changed { content in
      let end = content.messages[reply].data.count - 3
      content.messages[reply].data[end] = UInt8(ascii: "~")
    }
    #expect(Self.fields(report) == ["/bridge/reply text"], "seed \(seed)")
    report = try changed { $0.metadata[1].metadata["device"] = "another" }
    #expect(report.metadata.map(\.name) == ["device"] && Self.fields(report).isEmpty)
    #expect(report.metadata.map(\.second) == ["another"])
    report = try changed { $0.schemas[0].data.append(0x20) }
    #expect(Self.fields(report).count == 1 && Self.counts(report) == [0, 0, 0])
  }

  @Test("are found behind messages that are missing, and extra", arguments: seeds)
  func missing(seed: UInt64) throws {
    for recording in [KeptRecording.page, KeptRecording.sensors[0]] {
      var random = SeededRandom(seed: seed)
      let whole = try SessionContent(EditedSample.cut(recording.bytes(), CutSelection()))
      var less = whole
      // Some by themselves, and a stretch that no window holds.
      for _ in 0..<20 { less.messages.remove(at: random.below(less.messages.count)) }
      let start = random.below(less.messages.count / 4)
      let stretch = recording.name == KeptRecording.page.name ? 50 : 5000
      less.messages.removeSubrange(start..<min(start + stretch, less.messages.count))
      let edited = try Self.place("/accelerometer", in: less, &random)
      less.messages[edited].data[4] ^= 1
      let count = UInt64(whole.messages.count - less.messages.count)
      let (long, short) = (try whole.written(), try less.written())
      var report = try Self.diff(long, short)
      #expect(Self.counts(report) == [1, count, 0], "seed \(seed), \(recording)")
      #expect(Self.fields(report) == ["/accelerometer x"], "seed \(seed), \(recording)")
      report = try Self.diff(short, long)
      #expect(Self.counts(report) == [1, 0, count], "seed \(seed), \(recording)")
      #expect(report.unnumbered > 0)
    }
  }

  @Test("of a session at another time are times alone")
  func moved() throws {
    let whole = try SessionContent(
      EditedSample.cut(KeptRecording.sensors[2].bytes(), CutSelection())
    )
    var later = whole
    for place in later.messages.indices {
      later.messages[place].logTime += 3_000_000_123
      later.messages[place].publishTime += 3_000_000_123
    }
    let bytes = (try whole.written(), try later.written())
    var tolerance = DiffTolerance()
    tolerance.ignored = ["/location/fix"]
    let report = try Self.diff(bytes.0, bytes.1, tolerance)
    #expect(Self.counts(report)[1...] == [0, 0])
    #expect(
      Self.fields(report) == [
        "/accelerometer log_time", "/accelerometer publish_time", "/location log_time",
        "/location publish_time",
      ]
    )
    tolerance.ignored.formUnion(["log_time", "publish_time"])
    let allowed = try Self.diff(bytes.0, bytes.1, tolerance)
    #expect(allowed.isEqual && !allowed.isIdentical)
  }

  @Test("may be allowed by distance, by field and by channel")
  func tolerances() throws {
    var content = try SessionContent(KeptRecording.sensors[2].bytes())
    let whole = try content.written()
    var random = SeededRandom(seed: 504)
    let place = try Self.place("/accelerometer", in: content, &random)
    content.messages[place].data[4] ^= 1
    let other = try content.written()
    var tolerance = DiffTolerance()
    tolerance.distances = ["/accelerometer.x": 1e-9]
    #expect(try Self.diff(whole, other, tolerance).isEqual)
    tolerance.distances = ["y": 1e-9]
    #expect(try !Self.diff(whole, other, tolerance).isEqual)
    for name in ["x", "/accelerometer.x", "/accelerometer"] {
      tolerance.ignored = [name]
      #expect(try Self.diff(whole, other, tolerance).isEqual, "\(name)")
    }
  }

  @Test("between a whole and its parts together are none in the inputs")
  func merged() throws {
    let bytes = try KeptRecording.sensors[2].bytes()
    let parts = try ["/accelerometer", "/location"].map { topic in
      var selection = CutSelection()
      selection.topics = [topic]
      return try EditedSample.cut(bytes, selection)
    }
    let sink = MCAPMemorySink()
    let files = try parts.map { try SessionFile(MCAPMemorySource($0)) }
    _ = try RecordingMerge(files, named: ["a", "b"], .clock).write(to: sink)
    var tolerance = DiffTolerance()
    tolerance.ignored = ["/trace", "/trace/digest", "metadata"]
    #expect(try Self.diff(bytes, sink.bytes, tolerance).isIdentical)
    let report = try Self.diff(bytes, sink.bytes)
    #expect(
      report.channels.compactMap { $0.onlySide == .first ? $0.topic : nil } == [
        "/trace", "/trace/digest",
      ]
    )
  }
}
