public import KymoCore
public import KymoHistogram

/// The counts of a ledger, for each command that is sent or raised.
///
/// SAFETY: `rows` has `rowCount` elements, `statusCounts` eight for each of them, and `cells` one for each
/// pair in `histograms`; all are allocated in `init` and freed in `deinit`, and the type is noncopyable. A
/// command is checked against `rowCount` before it indexes `rows` or `statusCounts`, every element of `rows`
/// was set to the index of a cell in `init`, and a status is below eight as it has six values. Who counts in
/// a cell has its index from `cell(of:)`.
@safe @frozen @usableFromInline struct CommandCells: ~Copyable {
  @usableFromInline let rows: UnsafeMutablePointer<UInt16>
  @usableFromInline let rowCount: Int
  @usableFromInline let cells: UnsafeMutablePointer<LatencyCell>
  /// How many measured events of each row ended in each way.
  @usableFromInline let statusCounts: UnsafeMutablePointer<Int64>
  /// The commands that are sent or raised, ascending; each has one cell.
  @usableFromInline let commands: [CommandID]
  @usableFromInline let histograms: [CommandHistograms]
  /// For each of `commands` that only sensors send: by how much gaps between samples deviated.
  @usableFromInline let jitters: [Histogram?]
  /// The response time in ns beyond which an event missed its deadline.
  @usableFromInline let deadline: Int64

  /// Makes room for the commands of `run`'s events, and for those that the handlers of `table` raise.
  @usableFromInline init(_ run: LoadRun, table: borrowing CommandTable) {
    deadline = run.configuration.deadlineNanoseconds ?? .max
    rowCount = table.names.count + 1
    // Row 0 is the unknown command: all ids beyond the table are counted there.
    var isSent = Array(repeating: false, count: rowCount)
    var isStream = Array(repeating: true, count: rowCount)
    isStream[0] = false
    for event in run.workload.events {
      let id = Int(event.command.rawValue)
      isSent[id < rowCount ? id : 0] = true
      if !event.source.isSensor { isStream[id < rowCount ? id : 0] = false }
    }
    for row in isStream.indices where !isSent[row] { isStream[row] = false }
    for command in table.raisedCommands { isSent[Int(command.rawValue)] = true }
    commands = isSent.indices.filter { isSent[$0] }.map { CommandID(rawValue: UInt16($0)) }
    histograms = commands.map { _ in CommandHistograms() }
    jitters = commands.map { isStream[Int($0.rawValue)] ? LoadRun.makeHistogram() : nil }
    unsafe rows = .allocate(capacity: rowCount)
    unsafe rows.initialize(repeating: 0, count: rowCount)
    unsafe statusCounts = .allocate(capacity: 8 * rowCount)
    unsafe statusCounts.initialize(repeating: 0, count: 8 * rowCount)
    unsafe cells = .allocate(capacity: commands.count)
    for (index, command) in commands.enumerated() {
      unsafe rows[Int(command.rawValue)] = UInt16(index)
      unsafe (cells + index).initialize(
        to: LatencyCell(histograms[index], jitter: jitters[index])
      )
    }
  }

  @inlinable deinit {
    unsafe rows.deallocate()
    unsafe cells.deallocate()
    unsafe statusCounts.deallocate()
  }

  /// The cell of an event's command: its index in `commands`.
  @inlinable @inline(always) func cell(of note: LedgerNote) -> Int {
    let id = Int(note.command.rawValue)
    return Int(unsafe rows[id < rowCount ? id : 0])
  }

  /// Counts how an event ended.
  @inlinable @inline(always) mutating func countStatus(_ note: LedgerNote) {
    let id = Int(note.command.rawValue)
    let row = id < rowCount ? id : 0
    unsafe statusCounts[row &<< 3 | Int(note.status.rawValue)] &+= 1
  }

  /// Counts one event: its response time and its service time in ns, and whether it missed the deadline.
  @inlinable @inline(always)
  mutating func record(_ cell: Int, response: Int64, service: Int64) {
    unsafe cells[cell].record(response: response, service: service)
    if response > deadline { unsafe cells[cell].missed &+= 1 }
  }

  /// Counts by how much the gap to the sample before differed from the intended one.
  @inlinable @inline(always) mutating func recordSample(_ cell: Int, response: Int64) {
    unsafe cells[cell].recordSample(response: response)
  }

  /// Counts how late an event was pushed and how long it was in the queue, in ns.
  @inlinable @inline(always) mutating func record(_ cell: Int, slip: Int64, queueing: Int64) {
    unsafe cells[cell].record(slip: slip, queueing: queueing)
  }

  /// Counts the time from a request to its reply, in ns.
  mutating func record(_ cell: Int, reply: Int64) {
    precondition(commands.indices.contains(cell), "no such cell")
    unsafe cells[cell].record(reply: reply)
  }

  /// How the measured events of the command at `index` of `commands` ended.
  func statuses(_ index: Int) -> StatusCounts {
    let row = Int(commands[index].rawValue)
    precondition(row < rowCount)
    var statuses = StatusCounts()
    for status in OutcomeStatus.allCases {
      statuses[status] = unsafe statusCounts[8 * row + Int(status.rawValue)]
    }
    return statuses
  }

  /// How many of the measured events of the command at `index` of `commands` missed the deadline.
  func missed(_ index: Int) -> Int64 {
    precondition(commands.indices.contains(index))
    return unsafe cells[index].missed
  }
}
