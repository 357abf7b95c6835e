import KymoCore
import KymoMCAP
public import KymoRecording

/// Writes a part of a recording in a form that other tools read.
///
///     let exporter = try SessionExporter(file, named: "walk", CutSelection())
///     if let export = ExportFormat.gpx.export(of: exporter.session) {
///       let report = try exporter.write(export, to: target)
///     }
///
/// Events come in the order of time. Memory does not depend on their number.
public struct SessionExporter {
  /// The session, as a form is told of it.
  public let session: ExportSession
  private let file: SessionFile
  private let selection: CutSelection

  /// Chooses the part.
  ///
  /// - Parameters:
  ///   - file: the recording.
  ///   - name: its name, without folder and ending.
  ///   - selection: times and channels; without channels all but the results of runs. Steps and commands are not
  ///     looked at.
  ///   - interval: how far ticks are apart, in ns, above 0; nil to keep all events. At each tick the last event since
  ///     the one before stands for its channel.
  /// - Throws: what is wrong with the file; `content` if it lacks what was chosen.
  public init(
    _ file: SessionFile,
    named name: String,
    _ selection: CutSelection,
    every interval: Int64? = nil
  ) throws(SessionError) {
    precondition(interval.map { $0 > 0 } ?? true, "ticks are apart")
    try file.checkWhole()
    try file.checkTopics(selection)
    self.file = file
    self.selection = selection
    let catalog = file.scan.catalog
    let counts = file.scan.summary?.statistics?.channelMessageCounts.entries
    let topics = selection.topics ?? file.editableTopics
    let channels = catalog.channels.sorted { $0.id < $1.id }.filter { channel in
      topics.contains(channel.topic) && !selection.without.contains(channel.topic)
        && (counts.map { $0.contains { $0.channelID == channel.id && $0.value > 0 } } ?? true)
    }
    let times: ClosedRange<UInt64>?
    do throws(MCAPError) { times = try file.inputTimes() } catch { throw .file(error) }
    let start = Int64(clamping: times?.lowerBound ?? 0)
    session = ExportSession(
      channels.map { ExportChannel($0, catalog.schema($0.schemaID)) },
      file.description ?? SessionDescription(origin: name, clock: Self.clock(start)),
      name: name,
      start: start,
      interval: interval
    )
  }

  /// What times count from in a file that does not say it: what is later than 2001 is a date.
  private static func clock(_ start: Int64) -> SessionDescription.Clock {
    start >= 978_307_200_000_000_000 ? .unix : .relative
  }

  /// Writes the part.
  ///
  /// - Parameters:
  ///   - export: the form.
  ///   - target: where the files go.
  ///   - shouldStop: asked now and then; true ends the export there, whole as far as it goes.
  ///   - progress: told how many events were read.
  /// - Returns: what is in it.
  /// - Throws: `EditingError`.
  /// - Complexity: O(bytes), in memory for a few chunks.
  public func write(
    _ export: some SessionExport,
    to target: any ExportTarget,
    shouldStop: () -> Bool = { false },
    progress: (Int) -> Void = { _ in }
  ) throws(EditingError) -> ExportReport {
    let origin = selection.start.map { Int64(clamping: $0) } ?? session.start
    var run = ExportRun(session, export, from: origin, to: target)
    do throws(MCAPError) { try run.begin() } catch { throw .output(error) }
    var places: [Int?] = Array(repeating: nil, count: 1 << 16)
    for (place, channel) in session.channels.enumerated() { places[Int(channel.id)] = place }
    var cursor: MCAPMessageCursor
    do throws(MCAPError) {
      cursor = try MCAPIndexedReader(file.source).messages(
        MCAPQuery(topics: session.channels.map(\.topic), times: selection.times)
      )
    } catch { throw .source(0, .file(error)) }
    var (count, wasStopped) = (0, false)
    while let message = try Self.next(&cursor) {
      if count & 0xFFF == 0 {
        progress(count)
        wasStopped = shouldStop()
        if wasStopped { break }
      }
      count += 1
      guard let channel = places[Int(message.channelID)] else { continue }
      let event = ExportEvent(channel: channel, time: Int64(clamping: message.logTime))
      do throws(MCAPError) {
        try cursor.withData(of: message) { data throws(MCAPError) in try run.take(event, data) }
      } catch { throw .output(error) }
    }
    do throws(MCAPError) { try run.end(wasStopped: wasStopped) } catch { throw .output(error) }
    return run.report
  }

  private static func next(
    _ cursor: inout MCAPMessageCursor
  ) throws(EditingError) -> MCAPMessageView? {
    do throws(MCAPError) { return try cursor.next() } catch { throw .source(0, .file(error)) }
  }
}
