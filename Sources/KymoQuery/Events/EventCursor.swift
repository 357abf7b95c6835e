import KymoCore
import KymoMCAP
import KymoRecording

/// Reads the rows of an ``EventTable``.
///
/// Numbers of steps come from the trace, which has one step for each of these inputs, in the same order, and others
/// for events that handlers raised.
final class EventCursor: QueryCursor {
  private let table: EventTable
  private let source: QuerySource
  private let content: EventTable.Content
  private var filter = QueryFilter()
  private var events: EventBlocks?
  /// The event that was read last, with its numbers if they are wanted; nil behind the last one.
  private var row: NumberedEvent?
  /// The time of the event before, in ns.
  private var timeBefore = Int64.min
  private var steps: StepReader?
  /// Whether steps are counted, for want of a trace.
  private var isCounting = false
  /// Whether steps and sequences are wanted.
  private var isNumbered = false
  /// Whether the row is one that was kept for its group.
  private var isKept = false
  private var groups: EventGroups?
  private(set) var isAtEnd = true

  init(_ table: EventTable) {
    self.table = table
    source = table.source
    content = table.content
  }

  private static let stepColumn = 3
  /// The columns of a filter that asks for steps alone.
  static let stepColumns: UInt64 = 1 << 3
  private static let sequenceColumn = 8
  private static let numberColumn = 7

  // MARK: Rows

  func start(_ filter: QueryFilter) throws(QueryError) {
    let before = self.filter
    self.filter = filter
    if filter.isEmpty {
      isAtEnd = true
      return
    }
    if events == nil || !canGoOn(before) {
      isKept = false
      groups = filter.group.map { EventGroups(by: table.columns[$0].name, source) }
      try open()
    }
    try settle()
  }

  func next() throws(QueryError) {
    if isKept { row = nil } else { try read() }
    try settle()
  }

  /// Whether all rows that may pass lie at or behind the event that was read last.
  private func canGoOn(_ before: QueryFilter) -> Bool {
    guard let row, filter.group == nil, before.group == nil, filter.columns == before.columns
    else { return false }
    if filter.hasSteps, let step = row.step, filter.firstStep >= step { return true }
    return filter.firstTime >= row.event.timestamp && filter.firstTime > timeBefore
  }

  /// Opens the recording where the first row may be, and reads an event.
  private func open() throws(QueryError) {
    let wantsSteps =
      filter.uses(Self.stepColumn) || content == .all && filter.uses(Self.sequenceColumn)
      || content == .requests && filter.uses(Self.numberColumn)
    steps = nil
    row = nil
    isCounting = false
    timeBefore = .min
    var begin = filter
    if wantsSteps {
      if let trace = source.trace {
        if filter.firstStep > 0 {
          do throws(MCAPError) {
            begin.firstTime = max(begin.firstTime, try trace.time(before: filter.firstStep))
          } catch { throw .recording(.file(error)) }
        }
        begin.firstStep = .min
        begin.lastTime = .max
        steps = try StepReader(source, begin)
      } else {
        begin.firstTime = .min
        isCounting = true
      }
    }
    isNumbered = wantsSteps
    var scan = source.inputs
    if begin.firstTime > 0 {
      let first = UInt64(begin.firstTime)
      scan.segments = scan.segments.filter { $0.endTime >= first }
    }
    do throws(SessionError) {
      events = EventBlocks(
        try SessionEvents(source.file.source, scan: scan, routing: source.routing)
      )
    } catch { throw .recording(error) }
    var event = try events?.next() ?? nil
    while let early = event, early.timestamp < begin.firstTime {
      timeBefore = early.timestamp
      event = try events?.next() ?? nil
    }
    try number(event, after: nil)
  }

  /// Reads the next event.
  private func read() throws(QueryError) {
    let step = row?.step
    if let time = row?.event.timestamp { timeBefore = time }
    try number(try events?.next() ?? nil, after: step)
  }

  /// Takes an event that was read, with its numbers.
  private func number(_ event: Event?, after step: Int64?) throws(QueryError) {
    guard let event else {
      row = nil
      return
    }
    var next = NumberedEvent(event: event, step: nil, sequence: event.sequence)
    if isCounting {
      next.step = step.map { $0 + 1 } ?? 0
    } else if isNumbered {
      let found = try stepOf(event)
      next.step = found?.step
      next.sequence = found?.sequence
    }
    row = next
  }

  /// Finds the step of an event in the trace.
  private func stepOf(_ event: Event) throws(QueryError) -> (step: Int64, sequence: UInt32)? {
    while let found = try steps?.next() ?? nil {
      if found.event.source == .device { continue }
      guard found.event.source == event.source, found.event.timestamp == event.timestamp else {
        break
      }
      return (Int64(clamping: found.step.outcome.index), found.event.sequence)
    }
    // The trace is of other inputs, or ends before them.
    steps = nil
    return nil
  }

  /// Goes on to the first row that passes, beginning with the one that was read.
  private func settle() throws(QueryError) {
    while true {
      guard let row else {
        if let kept = groups?.takeKept() {
          self.row = kept
          isKept = true
          isAtEnd = false
          return
        }
        guard groups?.goOn() == true else {
          isAtEnd = true
          return
        }
        try open()
        continue
      }
      if row.event.timestamp > filter.lastTime
        || filter.hasSteps && (row.step ?? .min) > filter.lastStep
      {
        if groups != nil {
          self.row = nil
          continue
        }
        isAtEnd = true
        return
      }
      if content.has(row.event.kind), row.event.timestamp >= filter.firstTime,
        !filter.hasSteps || (row.step ?? .min) >= filter.firstStep,
        groups == nil || groups?.has(row) == true
      {
        isAtEnd = false
        return
      }
      try read()
    }
  }

  // MARK: Values

  /// The step of the row; nil if the trace does not know it.
  var step: Int64? { row?.step }

  func put(_ column: Int, into cell: UnsafeCell) {
    guard let row else { return cell.null() }
    let event = row.event
    switch column {
    case 0...2: source.put(event.timestamp, column, into: cell)
    case Self.stepColumn: row.step.map { cell.integer($0) } ?? cell.null()
    case 4: cell.name(source.topic(of: event.source))
    default:
      switch content {
      case .all: put(row, column, into: cell)
      case .accelerations: put(event.payload.acceleration, column, into: cell)
      case .locations: put(event.payload.location, column, into: cell)
      case .requests: putRequest(row, column, into: cell)
      }
    }
  }

  private func put(_ row: NumberedEvent, _ column: Int, into cell: UnsafeCell) {
    let event = row.event
    switch column {
    case 5: cell.name(source.name(of: event.command))
    case 6: cell.name(Self.kinds[Int(event.kind.rawValue)])
    case 7: cell.integer(Int64(event.source.rawValue))
    default: row.sequence.map { cell.integer(Int64($0)) } ?? cell.null()
    }
  }

  /// The kinds of events by their numbers.
  private static let kinds = ["none", "acceleration", "location", "request", "data", "sample"]
    .map { UnsafeName($0) }

  private func put(_ sample: Acceleration, _ column: Int, into cell: UnsafeCell) {
    cell.real(column == 5 ? sample.x : column == 6 ? sample.y : sample.z)
  }

  private func put(_ fix: Location, _ column: Int, into cell: UnsafeCell) {
    switch column {
    case 5: cell.real(fix.latitude)
    case 6: cell.real(fix.longitude)
    case 7: cell.real(fix.altitude)
    case 8: cell.real(Double(fix.horizontalAccuracy))
    case 9: cell.real(Double(fix.verticalAccuracy))
    case 10: cell.real(Double(fix.speed))
    case 11: cell.real(Double(fix.course))
    default: cell.integer(fix.fixTimestamp)
    }
  }

  private func putRequest(_ row: NumberedEvent, _ column: Int, into cell: UnsafeCell) {
    let event = row.event
    let reference = event.payload.reference
    switch column {
    case 5: cell.name(source.name(of: event.command))
    case 6: cell.integer(Int64(event.source.rawValue))
    case Self.numberColumn: row.sequence.map { cell.integer(Int64($0)) } ?? cell.null()
    case 8: reference.refusal == nil ? cell.text(BridgeTransport(reference).name) : cell.null()
    default:
      events?.withMessage(of: event) {
        if reference.refusal == nil { cell.text($0) } else { cell.blob($0) }
      }
    }
  }
}
