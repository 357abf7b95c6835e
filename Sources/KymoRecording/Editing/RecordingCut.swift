import KymoCore
public import KymoMCAP

/// A part of a recording, as a recording of its own.
///
///     let cut = try RecordingCut(file, named: "walk.mcap", selection, app: nil)
///     let report = try cut.write(to: sink)
///
/// What stays is what it was, byte for byte: data, log time, publish time, sequence, and the order of the file. The
/// results of a run go, since they would be others: trace, replies and digest. The description of the session stays;
/// so do attachments, but for a capture of the traffic, which has what was cut away.
public struct RecordingCut {
  /// The recording.
  public let file: SessionFile
  /// The part that stays.
  public let selection: CutSelection
  private let name: String
  private let points: StepPoints?
  private let routing: CommandRouting?
  private let commands: Set<CommandID>

  /// Looks for the part that stays.
  ///
  /// - Parameters:
  ///   - file: the recording.
  ///   - name: its name, for the lineage.
  ///   - selection: what stays.
  ///   - app: the app that a replay would run; needed for steps and commands.
  ///   - shouldStop: asked now and then; true ends the search.
  /// - Throws: what is wrong with the file; `content` if it lacks what was chosen.
  /// - Complexity: O(1); for steps that of reading the trace, or of a replay.
  public init(
    _ file: SessionFile,
    named name: String,
    _ selection: CutSelection,
    app: consuming AppInstance?,
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws(SessionError) {
    precondition(app != nil || !selection.needsApp, "steps and commands are those of an app")
    try file.checkWhole()
    self.file = file
    self.name = name
    self.selection = selection
    try Self.checkTopics(selection, file)
    guard let app = consume app else {
      (points, routing, commands) = (nil, nil, [])
      return
    }
    commands = try Self.commands(selection, app.table.names) { app.table.id(of: $0) }
    routing = app.routing
    points =
      if let steps = selection.steps {
        try StepPoints.find(steps, in: file, app, shouldStop: shouldStop)
      } else {
        nil
      }
  }

  private static func checkTopics(
    _ selection: CutSelection,
    _ file: SessionFile
  ) throws(SessionError) {
    try file.checkTopics(selection)
    let results = file.scan.catalog.channels.filter { file.isOutput($0, file.scan.catalog) }
    for topic in selection.topics ?? [] where topic != SessionTopic.fix.name {
      guard results.contains(where: { $0.topic == topic }) else { continue }
      throw .content(
        "\(topic) has the results of a run, which no cut keeps; it has \(file.topicList)"
      )
    }
  }

  private static func commands(
    _ selection: CutSelection,
    _ known: [String],
    _ id: (String) -> CommandID
  ) throws(SessionError) -> Set<CommandID> {
    var ids: Set<CommandID> = []  // Looked up, never iterated.
    for name in selection.commands ?? [] {
      guard known.contains(name) else {
        throw .content("the app has no command \(name); it has \(list(known))")
      }
      ids.insert(id(name))
    }
    return ids
  }

  /// Names, with commas between them.
  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.joined(separator: ", ")
  }

  /// Writes the part that stays.
  ///
  /// - Parameters:
  ///   - sink: where the bytes go.
  ///   - options: how chunks are compressed, and how large they are.
  ///   - shouldStop: asked for every chunk; true ends the recording there, whole as far as it goes.
  ///   - progress: told how many chunks were read.
  /// - Returns: what is in it.
  /// - Throws: ``EditingError``.
  /// - Complexity: O(bytes), in memory for a few chunks.
  public func write(
    to sink: any MCAPByteSink,
    options: MCAPWriterOptions = MCAPWriterOptions(),
    shouldStop: @escaping () -> Bool = { false },
    progress: (Int) -> Void = { _ in }
  ) throws(EditingError) -> EditReport {
    var report = EditReport()
    do throws(SessionError) {
      let source = try file.lineageSource(named: name, shouldStop: shouldStop)
      var details = selection.entries
      if selection.start != nil || selection.end != nil, let first = try file.firstInputTime() {
        details["first"] = String(first)
      }
      report.lineage = try LineageStep.chain(
        "cut",
        [(source, file.lineage)],
        details: details
      )
    } catch { throw .source(0, error) }
    report.sourceMessages = file.scan.summary?.statistics?.messageCount ?? 0
    var filter = CutFilter(file, selection, points, routing, commands: commands)
    var output = try begin(sink, options, filter)
    try copy(to: &output, &filter, &report, shouldStop, progress)
    var extras = CopiedExtras(keepsCapture: false)
    try extras.copy(from: file, number: 0, to: &output.writer, &report)
    report.droppedOutputs = file.hasTrace
    do throws(MCAPError) {
      let catalog = output.catalog
      report.add(try output.finish(end: end, lineage: report.lineage), catalog)
    } catch { throw .output(error) }
    return report
  }

  /// Up to when the part of a live session goes on; nil of another.
  private var end: Int64? {
    guard let end = file.end else { return nil }
    if let points, !points.reachesEnd { return nil }
    return min(end, selection.end.map { Int64(clamping: $0) } ?? .max)
  }

  /// Begins the new recording with the channels that stay, as far as the summary has them.
  private func begin(
    _ sink: any MCAPByteSink,
    _ options: MCAPWriterOptions,
    _ filter: CutFilter
  ) throws(EditingError) -> EditedRecording {
    let catalog = file.scan.catalog
    do throws(MCAPError) {
      var output = try EditedRecording(
        sink,
        profile: file.scan.header.profile,
        description: file.editedDescription,
        options: options
      )
      let makesFixes = catalog.channels.contains { filter.fate(of: $0, catalog).derivesFix }
      for channel in catalog.channels {
        let isFix = channel.topic == SessionTopic.fix.name && file.isOutput(channel, catalog)
        if isFix ? makesFixes : filter.fate(of: channel, catalog).kind != .dropped {
          try output.describe(channel, catalog.schema(channel.schemaID), isFix: isFix)
        }
      }
      return output
    } catch { throw .output(error) }
  }

  private func copy(
    to output: inout EditedRecording,
    _ filter: inout CutFilter,
    _ report: inout EditReport,
    _ shouldStop: () -> Bool,
    _ progress: (Int) -> Void
  ) throws(EditingError) {
    var decoder = MCAPChunkDecoder(catalog: file.scan.catalog)
    for (number, segment) in file.scan.segments.enumerated() where filter.mayKeep(segment) {
      if shouldStop() {
        report.wasStopped = true
        return
      }
      progress(number)
      do throws(MCAPError) { try decoder.load(segment, from: file.source) } catch {
        throw .source(0, .file(error))
      }
      while let message = try Self.next(&decoder, segment) {
        let keeps = filter.keeps(message, in: decoder)
        if !keeps.message, !keeps.fix { continue }
        do throws(MCAPError) {
          try Self.put(message, keeps, from: decoder, to: &output)
        } catch { throw .output(error) }
      }
    }
  }

  /// The next message of a piece of the file.
  @inline(__always)
  private static func next(
    _ decoder: inout MCAPChunkDecoder,
    _ segment: MCAPSegment
  ) throws(EditingError) -> MCAPMessageView? {
    do throws(MCAPError) {
      guard let message = try decoder.nextMessage() else { return nil }
      guard message.logTime >= segment.startTime, message.logTime <= segment.endTime else {
        throw MCAPError.outOfTimes(message, segment)
      }
      return message
    } catch { throw .source(0, .file(error)) }
  }

  @inline(__always)
  private static func put(
    _ message: MCAPMessageView,
    _ keeps: (message: Bool, fix: Bool),
    from decoder: borrowing MCAPChunkDecoder,
    to output: inout EditedRecording
  ) throws(MCAPError) {
    if keeps.message, !output.isDescribed(message.channelID) {
      try describe(message.channelID, decoder.catalog, in: &output)
    }
    try decoder.withData(of: message) { data throws(MCAPError) in
      if keeps.message { try output.append(message, channel: message.channelID, data) }
      if keeps.fix { try output.appendFix(of: message, data) }
    }
  }

  /// Describes a channel of which the summary knows nothing.
  @inline(never)
  private static func describe(
    _ id: UInt16,
    _ catalog: MCAPCatalog,
    in output: inout EditedRecording
  ) throws(MCAPError) {
    guard let channel = catalog.channel(id) else { return }
    try output.describe(channel, catalog.schema(channel.schemaID))
  }
}
