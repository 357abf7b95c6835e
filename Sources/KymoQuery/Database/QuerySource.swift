import KymoCore
import KymoMCAP
import KymoRecording

/// The recording that is read, with what every table needs to know of it.
final class QuerySource {
  let file: SessionFile
  let app: any App.Type
  /// Which command the events of each channel are; channels that the app does not list are left out.
  let routing: CommandRouting
  /// The time of the first message, in ns; 0 without messages.
  let start: Int64
  /// The steps of the trace by time; nil if there is no trace.
  let trace: TraceIndex?
  /// The file without the chunks that hold results alone.
  let inputs: MCAPScan
  private let reader: MCAPIndexedReader
  private let ownNames: [UnsafeName]
  private let recordedNames: [UnsafeName]
  private let unknownName = UnsafeName(OutcomeStatus.unknownCommand.name)
  private var topics: [UInt8: UnsafeName] = [:]  // Looked up, never iterated.

  /// Takes a recording and the app that hears it.
  ///
  /// - Throws: that it cannot be read.
  init(_ file: SessionFile, _ instance: borrowing AppInstance) throws(QueryError) {
    do throws(MCAPError) { reader = try MCAPIndexedReader(file.source) } catch {
      throw .recording(.file(error))
    }
    self.file = file
    app = type(of: instance.app)
    routing = instance.routing.heard
    var names: [UnsafeName] = []
    for id in 1...UInt16(4096) {
      guard let name = instance.table.name(of: CommandID(rawValue: id)) else { break }
      names.append(UnsafeName(name))
    }
    ownNames = names
    recordedNames = file.commands.map { UnsafeName($0) }
    // A chunk without messages may state times that nothing has.
    // A chunk without messages states the time 0 for both.
    let segments = file.scan.segments.filter { segment in
      segment.endTime > 0 && (segment.startTime > 0 || segment.endTime < .max)
    }
    start = Int64(clamping: segments.map(\.startTime).min() ?? 0)
    trace = file.hasTrace ? TraceIndex(file) : nil
    var inputs = file.scan
    inputs.segments = file.scan.inputSegments
    self.inputs = inputs
  }

  /// Starts to read the messages of some topics, or of all, in the order of time.
  func messages(_ topics: [String]?, _ filter: QueryFilter) -> MCAPMessageCursor {
    let first = UInt64(max(0, filter.firstTime))
    // Later than an Int64 is shown as the largest one.
    let last = filter.lastTime == .max ? UInt64.max : UInt64(max(0, filter.lastTime))
    return reader.messages(
      MCAPQuery(topics: topics, times: first...max(first, last))
    )
  }

  /// The metadata records of the file, in their order.
  ///
  /// - Throws: that one cannot be read.
  func metadata() throws(QueryError) -> [MCAPMetadata] {
    do throws(MCAPError) {
      var records: [MCAPMetadata] = []
      for number in reader.metadata.indices { records.append(try reader.metadata(number)) }
      return records
    } catch { throw .recording(.file(error)) }
  }

  /// The schemas and channels of the file.
  var catalog: MCAPCatalog { reader.catalog }

  /// How many messages the channels of a topic have, as far as the file says.
  func count(of topic: String) -> UInt64? {
    guard let statistics = reader.summary?.statistics else { return nil }
    let ids = catalog.channels(topic: topic).map(\.id)
    return statistics.channelMessageCounts.entries.filter { ids.contains($0.channelID) }
      .reduce(0) { $0 + $1.value }
  }

  /// How many commands the app has.
  var commandCount: Int { ownNames.count }

  /// The name of a command of the app.
  func name(of command: CommandID) -> UnsafeName {
    Self.name(command.rawValue, ownNames) ?? unknownName
  }

  /// The name of a command of the trace.
  func recordedName(of command: CommandID) -> UnsafeName {
    Self.name(command.rawValue, recordedNames) ?? unknownName
  }

  private static func name(_ id: UInt16, _ names: [UnsafeName]) -> UnsafeName? {
    names.indices.contains(Int(id) - 1) ? names[Int(id) - 1] : nil
  }

  /// The topic of the events of a source.
  func topic(of source: SourceID) -> UnsafeName {
    if let known = topics[source.rawValue] { return known }
    // A page speaks through the channel of requests.
    let row = routing.channels.row(source) ?? routing.channels.row(.bridge)
    let name = UnsafeName(row?.channel.topic ?? "")
    topics[source.rawValue] = name
    return name
  }

  /// A row's values of the columns that say when it was: time, seconds, whole second.
  func put(_ time: Int64, _ column: Int, into cell: UnsafeCell) {
    switch column {
    case 0: cell.integer(time)
    case 1: cell.real(Double(time &- start) / 1e9)
    default: cell.integer((time &- start) / 1_000_000_000)
    }
  }
}
