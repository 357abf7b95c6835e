import KymoCore
import KymoMCAP
import KymoQuery
import KymoRecording
import KymoSamples
import KymoSynth

/// A long walk: with its trace, without, and in eight parts.
struct WalkFiles {
  private let whole: String
  private let inputs: String
  private let parts: [String]
  private let output: String
  /// How many messages the file without a trace has.
  let inputCount: Int

  /// Makes them.
  init(in folder: String) throws {
    whole = folder + "/whole.mcap"
    inputs = folder + "/inputs.mcap"
    output = folder + "/output.mcap"
    parts = (1...8).map { "\(folder)/part-\($0).mcap" }
    var session = SyntheticSession(kind: .walk, seed: 1, durationNanoseconds: 1 << 60)
    let app = try AppInstance(DeviceCatalog.self)
    var maker = try SessionMaker(MCAPFileSink(path: whole), app, session.description)
    for _ in 0..<count {
      guard let event = session.next() else { preconditionFailure("the walk is too short") }
      maker.append(event)
    }
    let events = try maker.finish().events
    precondition(events == UInt64(count), "\(events) events were recorded")
    inputCount = try Self.cut(whole, to: inputs)
    let scan = try SessionFile(path: inputs).scan
    let start = scan.segments.map(\.startTime).min() ?? 0
    let end = (scan.segments.map(\.endTime).max() ?? 0) + 1
    var sum = 0
    for (number, part) in parts.enumerated() {
      var selection = CutSelection()
      selection.start = start + (end - start) / 8 * UInt64(number)
      selection.end = number == 7 ? end : start + (end - start) / 8 * UInt64(number + 1)
      sum += try Self.cut(inputs, to: part, selection)
    }
    precondition(sum == inputCount, "the parts have \(sum) messages")
  }

  private static func cut(
    _ path: String,
    to output: String,
    _ selection: CutSelection = CutSelection()
  ) throws -> Int {
    let cut = try RecordingCut(SessionFile(path: path), named: path, selection, app: nil)
    return Int(try cut.write(to: MCAPFileSink(path: output)).messages)
  }

  /// Reads the messages of the file without a trace, and writes each on its channel.
  func copy() throws {
    var reader = MCAPStreamReader(try MCAPFileSource(path: inputs))
    var writer = try MCAPWriter(MCAPFileSink(path: output))
    writer.writeInBackground(threads: 2)
    let scan = try MCAPSegmentScanner.scan(MCAPFileSource(path: inputs))
    for schema in scan.catalog.schemas { try writer.register(schema) }
    for channel in scan.catalog.channels { try writer.register(channel) }
    while let view = try reader.nextMessage() {
      try reader.withData(of: view) { (data) throws(MCAPError) in
        try writer.appendMessage(
          channel: view.channelID,
          sequence: view.sequence,
          logTime: view.logTime,
          publishTime: view.publishTime,
          data: data
        )
      }
    }
    let written = try writer.finish().messageCount
    precondition(written == UInt64(inputCount), "\(written) messages were copied")
  }

  func cut() throws {
    let kept = try Self.cut(inputs, to: output)
    precondition(kept == inputCount, "\(kept) messages were kept")
  }

  func merge() throws {
    let merge = try RecordingMerge(parts.map { try SessionFile(path: $0) }, named: parts, .start)
    let report = try merge.write(to: MCAPFileSink(path: output))
    precondition(report.messages == UInt64(inputCount), "messages were lost")
  }

  func inspect() throws {
    let table = try ChannelTable(DeviceCatalog.channels)
    var survey = RecordingSurvey(try SessionFile(path: whole), table: table)
    let problem = survey.read(shouldStop: { false }, progress: { _ in })
    precondition(problem == nil && survey.events == UInt64(count), "it has seen something else")
  }

  /// Counts all events in groups of a column.
  func group(by column: String) throws {
    let app = try AppInstance(DeviceCatalog.self)
    let database = try RecordingDatabase(SessionFile(path: whole), app)
    var rows = 0
    let sql = "SELECT \(column), count(*) FROM events GROUP BY \(column)"
    let problem = database.run(sql, columns: { _ in }, row: { _ in rows += 1 })
    precondition(problem == nil && rows > 1, "it has found \(rows) groups")
  }

  func replay() throws {
    let file = try SessionFile(path: whole)
    let app = try AppInstance(DeviceCatalog.self)
    let events = try file.events(app.routing)
    let result = Replay.run(events, table: app.table, sink: NoSink())
    precondition(result.failure == nil && result.digest.count == UInt64(count))
  }
}
