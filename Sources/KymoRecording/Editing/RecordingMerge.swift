import KymoCore
public import KymoMCAP

/// Several recordings as one.
///
///     let merge = try RecordingMerge([phone, robot], named: ["phone.mcap", "robot.mcap"], .clock)
///     let report = try merge.write(to: sink)
///
/// Messages come in the order of time. Those of one time come by channel, then by the order of the recordings; parts of
/// one file come by sequence, so that the parts of a cut are the whole again. Data and sequence of each message stay
/// what they were. So do its times, unless its recording is moved. Results of runs go.
public struct RecordingMerge {
  /// By how much each recording is moved, in ns.
  public private(set) var offsets: [Int64] = []
  private let files: [SessionFile]
  private let names: [String]
  private let alignment: MergeAlignment

  /// How many recordings there may be.
  public static var maximumCount: Int { 256 }

  /// Puts recordings side by side, or one behind the other.
  ///
  /// - Parameters:
  ///   - files: the recordings, at most ``maximumCount``.
  ///   - names: their names, for the lineage.
  ///   - alignment: how their times are put together.
  /// - Precondition: there are as many names, and offsets for all but the first.
  /// - Throws: what is wrong with one of them; `content` if it does not fit to the others.
  public init(
    _ files: [SessionFile],
    named names: [String],
    _ alignment: MergeAlignment
  ) throws(EditingError) {
    precondition((1...Self.maximumCount).contains(files.count) && names.count == files.count)
    self.files = files
    self.names = names
    self.alignment = alignment
    for (number, file) in files.enumerated() {
      do throws(SessionError) { try file.checkWhole() } catch { throw .source(number, error) }
    }
    try checkClocks()
    var times: [ClosedRange<UInt64>?] = []
    for (number, file) in files.enumerated() {
      do throws(MCAPError) { times.append(try file.inputTimes()) } catch {
        throw .source(number, .file(error))
      }
    }
    try place(times)
  }

  /// Refuses recordings of different clocks, unless their times are moved.
  private func checkClocks() throws(EditingError) {
    guard alignment == .clock else { return }
    var first: (number: Int, clock: SessionDescription.Clock)?
    for (number, file) in files.enumerated() {
      guard let clock = file.description?.clock else { continue }
      guard let known = first else {
        first = (number, clock)
        continue
      }
      guard clock == known.clock else {
        throw .source(
          number,
          .content(
            "its times are \(Self.text(clock)), and those of \(names[known.number]) are "
              + "\(Self.text(known.clock)); --align start moves both to one start"
          )
        )
      }
    }
  }

  private static func text(_ clock: SessionDescription.Clock) -> String {
    clock == .unix ? "dates" : "counted from its start"
  }

  /// Finds by how much each recording is moved.
  private mutating func place(_ times: [ClosedRange<UInt64>?]) throws(EditingError) {
    let start = times.lazy.compactMap { $0?.lowerBound }.first ?? 0
    var end: Int128?
    for (number, range) in times.enumerated() {
      guard let range else {
        offsets.append(0)
        continue
      }
      let first = Int128(range.lowerBound)
      let offset: Int128 =
        switch alignment {
        case .clock: 0
        case .start: Int128(start) - first
        case .offsets(let offsets): number == 0 ? 0 : Int128(offsets[number - 1])
        case .append(let gap): end.map { $0 + Int128(gap) - first } ?? 0
        }
      end = Int128(range.upperBound) + offset
      guard let own = Int64(exactly: offset), first + offset >= 0,
        own == 0 || Int128(range.upperBound) + offset <= Int128(Int64.max)
      else {
        throw .source(
          number,
          .content("moved by \(offset) ns, its times are before 0 ns, or beyond the year 2262")
        )
      }
      offsets.append(own)
    }
  }

  /// Writes the new recording.
  ///
  /// - Parameters:
  ///   - sink: where the bytes go.
  ///   - options: how chunks are compressed, and how large they are.
  ///   - shouldStop: asked now and then; true ends the recording there, whole as far as it goes.
  ///   - progress: told how many messages were written.
  /// - Returns: what is in it.
  /// - Throws: ``EditingError``.
  /// - Complexity: O(bytes · log recordings), in memory for a few chunks of each.
  public func write(
    to sink: any MCAPByteSink,
    options: MCAPWriterOptions = MCAPWriterOptions(),
    shouldStop: @escaping () -> Bool = { false },
    progress: (Int) -> Void = { _ in }
  ) throws(EditingError) -> EditReport {
    var report = EditReport()
    report.lineage = try lineage(shouldStop)
    let roots = report.lineage.roots(ofSources: files.count)
    var description = MergedDescription(names, roots: roots)
    try description.merge(files.map(\.editedDescription))
    report.differing = description.differing
    report.droppedOutputs = files.contains(where: \.hasTrace)
    for file in files { report.sourceMessages += file.scan.summary?.statistics?.messageCount ?? 0 }
    var output = try begin(sink, description.map, options)
    var catalog = MergedCatalog(names)
    for (number, file) in files.enumerated() {
      for channel in file.scan.catalog.channels where file.isKept(channel, file.scan.catalog) {
        let schema = file.scan.catalog.schema(channel.schemaID)
        _ = try describe(channel, schema, of: number, &catalog, &output)
      }
    }
    var sources: [MergeSource] = []
    for (number, file) in files.enumerated() {
      // Of inputs that came late the sequence says nothing.
      let isLate = file.description?.inputOrder == .arrival
      let family = isLate ? nil : roots.firstIndex { !$0.isDisjoint(with: roots[number]) }
      do throws(MCAPError) {
        sources.append(
          try MergeSource(number: number, family: family ?? number, file, offset: offsets[number])
        )
      } catch { throw .source(number, .file(error)) }
    }
    try copy(sources, to: &output, &catalog, &report, shouldStop, progress)
    var extras = CopiedExtras(keepsCapture: true)
    for (number, file) in files.enumerated() {
      try extras.copy(from: file, number: number, to: &output.writer, &report)
    }
    do throws(MCAPError) {
      let catalog = output.catalog
      report.add(try output.finish(end: end, lineage: report.lineage), catalog)
    } catch { throw .output(error) }
    return report
  }

  /// Whether fixes for map viewers are made of the locations of some recording.
  private var derivesFixes: Bool { files.contains(where: \.derivesFixes) }

  /// Up to when the last live session goes on; nil if none was live.
  private var end: Int64? {
    zip(files, offsets).compactMap { file, offset in
      file.end.map { $0.addingReportingOverflow(offset) }.flatMap {
        $0.overflow ? nil : $0.partialValue
      }
    }.max()
  }

  private func lineage(_ shouldStop: @escaping () -> Bool) throws(EditingError) -> [LineageStep] {
    var sources: [(source: LineageStep.Source, lineage: [LineageStep])] = []
    for (number, file) in files.enumerated() {
      do throws(SessionError) {
        var source = try file.lineageSource(named: names[number], shouldStop: shouldStop)
        source.offsetNanoseconds = offsets[number]
        sources.append((source, file.lineage))
      } catch { throw .source(number, error) }
    }
    var details = MCAPStringMap()
    for entry in alignment.entries { details[entry.key] = entry.value }
    do throws(SessionError) {
      return try LineageStep.chain("merge", sources, details: details)
    } catch { throw .source(0, error) }
  }

  private func begin(
    _ sink: any MCAPByteSink,
    _ description: MCAPStringMap?,
    _ options: MCAPWriterOptions
  ) throws(EditingError) -> EditedRecording {
    let profiles = files.map(\.scan.header.profile)
    let profile = profiles.allSatisfy { $0 == profiles[0] } ? profiles[0] : ""
    do throws(MCAPError) {
      return try EditedRecording(
        sink,
        profile: profile,
        description: description,
        options: options
      )
    } catch { throw .output(error) }
  }

  /// Describes a channel of a recording, unless it is there.
  private func describe(
    _ channel: MCAPChannel,
    _ schema: MCAPSchema?,
    of number: Int,
    _ catalog: inout MergedCatalog,
    _ output: inout EditedRecording
  ) throws(EditingError) -> UInt16 {
    let added: MergedCatalog.Added
    do throws(SessionError) { added = try catalog.add(channel, schema, file: number) } catch {
      throw .source(number, error)
    }
    guard added.isNew else { return added.channel.id }
    let isFix = channel.topic == SessionTopic.fix.name && derivesFixes
    do throws(MCAPError) {
      try output.describe(added.channel, added.schema, isFix: isFix)
    } catch { throw .output(error) }
    return added.channel.id
  }

  // MARK: Messages

  private func copy(
    _ sources: [MergeSource],
    to output: inout EditedRecording,
    _ catalog: inout MergedCatalog,
    _ report: inout EditReport,
    _ shouldStop: () -> Bool,
    _ progress: (Int) -> Void
  ) throws(EditingError) {
    var queue = MergeQueue(sources)
    var tied = TiedMessages()
    let moves = offsets.map { UInt64(bitPattern: $0) }
    var count = 0
    while let source = queue.first {
      let time = source.time
      let next = queue.nextTime
      while let message = source.head, source.time == time || next.map({ source.time < $0 }) ?? true
      {
        let id = try self.id(of: message, source, &catalog, &output)
        // Whoever shares its time has to be asked for its place.
        let isTied = source.time == next || !tied.isEmpty && source.time == time
        do throws(MCAPError) {
          try source.withData(of: message) { data throws(MCAPError) in
            if isTied {
              tied.add(message, of: source, channel: id, data)
            } else {
              try output.append(message, channel: id, offset: source.offset, data)
              if source.fixes[Int(message.channelID)] {
                try output.appendFix(of: message, offset: source.offset, data)
              }
            }
          }
          if tied.isFull { try tied.write(to: &output, offsets: moves) }
        } catch { throw .output(error) }
        do throws(MCAPError) { try source.advance() } catch {
          throw .source(source.number, .file(error))
        }
        count += 1
        if count & 0xFFF == 0 {
          progress(count)
          if shouldStop() {
            report.wasStopped = true
            break
          }
        }
      }
      queue.update()
      if !tied.isEmpty, queue.first?.time != time || report.wasStopped {
        do throws(MCAPError) { try tied.write(to: &output, offsets: moves) } catch {
          throw .output(error)
        }
      }
      if report.wasStopped { return }
    }
  }

  /// The id of a message's channel in the new recording.
  @inline(__always)
  private func id(
    of message: MCAPMessageView,
    _ source: MergeSource,
    _ catalog: inout MergedCatalog,
    _ output: inout EditedRecording
  ) throws(EditingError) -> UInt16 {
    let id = Int(message.channelID)
    if id < source.ids.count, let known = source.ids[id] { return known }
    return try learn(message.channelID, source, &catalog, &output)
  }

  @inline(never)
  private func learn(
    _ id: UInt16,
    _ source: MergeSource,
    _ catalog: inout MergedCatalog,
    _ output: inout EditedRecording
  ) throws(EditingError) -> UInt16 {
    guard let (channel, schema) = source.channel(id) else {
      let problem = "a message of channel \(id), which is not described"
      throw .source(source.number, .file(MCAPError(.malformed, at: 0, problem)))
    }
    let own = try describe(channel, schema, of: source.number, &catalog, &output)
    while source.ids.count <= Int(id) {
      source.ids.append(nil)
      source.fixes.append(false)
    }
    source.ids[Int(id)] = own
    source.fixes[Int(id)] =
      files[source.number].derivesFixes && channel.topic == InputChannel.location.topic
      && schema?.name == InputChannel.location.schemaName
    return own
  }
}
