import KymoCore
import KymoMCAP
import KymoRecording

/// Reads the rows of a ``StepTable``.
final class StepCursor: QueryCursor {
  private let source: QuerySource
  private var filter = QueryFilter()
  private var steps: StepReader?
  private var current: RecordedStep?
  private var timeBefore = Int64.min
  /// The digests that are stored apart, by the number of steps that they cover.
  private var digests: [UInt64: UInt64]?  // Looked up, never iterated.
  private(set) var isAtEnd = true

  init(_ source: QuerySource) { self.source = source }

  func start(_ filter: QueryFilter) throws(QueryError) {
    self.filter = filter
    if filter.isEmpty {
      isAtEnd = true
      return
    }
    if filter.uses(Self.digestColumn), digests == nil { digests = try readDigests() }
    if !canGoOn {
      var begin = filter
      begin.lastTime = .max
      timeBefore = .min
      steps = try StepReader(source, begin)
      current = try steps?.next() ?? nil
    }
    try settle()
  }

  private static let digestColumn = 13

  private var canGoOn: Bool {
    guard let current else { return false }
    let (step, time) = (Int64(clamping: current.step.outcome.index), current.event.timestamp)
    return filter.hasSteps && filter.firstStep >= step
      || filter.firstTime >= time && filter.firstTime > timeBefore
  }

  func next() throws(QueryError) {
    try read()
    try settle()
  }

  private func read() throws(QueryError) {
    if let current { timeBefore = current.event.timestamp }
    current = try steps?.next() ?? nil
  }

  private func settle() throws(QueryError) {
    while let current {
      let (step, time) = (Int64(clamping: current.step.outcome.index), current.event.timestamp)
      isAtEnd = step > filter.lastStep || time > filter.lastTime
      if isAtEnd || step >= filter.firstStep && time >= filter.firstTime { return }
      try read()
    }
    isAtEnd = true
  }

  private func readDigests() throws(QueryError) -> [UInt64: UInt64] {
    var found: [UInt64: UInt64] = [:]  // Looked up, never iterated.
    var cursor = source.messages([SessionTopic.digest.name], QueryFilter())
    do throws(MCAPError) {
      while let message = try cursor.next() {
        cursor.withData(of: message) { data in
          guard data.byteCount >= 20 else { return }
          found[data.load(at: 4)] = data.load(at: 12)
        }
      }
    } catch { throw .recording(.file(error)) }
    return found
  }

  func put(_ column: Int, into cell: UnsafeCell) {
    guard let current else { return cell.null() }
    let (event, outcome) = (current.event, current.step.outcome)
    switch column {
    case 0...2: source.put(event.timestamp, column, into: cell)
    case 3: cell.integer(Int64(clamping: outcome.index))
    case 4: cell.name(source.recordedName(of: event.command))
    case 5: cell.integer(Int64(event.source.rawValue))
    case 6: cell.integer(Int64(event.sequence))
    case 7: cell.name(Self.statuses[Int(outcome.status.rawValue)])
    case 8: cell.text("\(outcome.stage)")
    case 9: cell.integer(Int64(outcome.handler))
    case 10:
      outcome.errorCode == 0
        ? cell.null() : cell.text(source.app.name(ofError: outcome.errorCode))
    case 11: cell.integer(Int64(outcome.errorCode))
    case Self.digestColumn: putDigest(current.step, into: cell)
    default: putReply(outcome.replyKind, into: cell)
    }
  }

  private static let statuses = OutcomeStatus.allCases.map { UnsafeName($0.name) }

  private func putReply(_ kind: ReplyKind, into cell: UnsafeCell) {
    switch kind {
    case .none: cell.null()
    case .acceleration: cell.text("acceleration")
    case .coordinates: cell.text("coordinates")
    case .text: cell.text("text")
    default: cell.text("kind \(kind.rawValue)")
    }
  }

  private func putDigest(_ step: TraceStep, into cell: UnsafeCell) {
    let apart = digests?[step.outcome.index &+ 1]
    guard let digest = step.digest != 0 ? step.digest : apart else { return cell.null() }
    cell.text(TraceDigest.text(digest))
  }
}
