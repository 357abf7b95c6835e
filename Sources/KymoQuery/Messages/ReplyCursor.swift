import KymoCore
import KymoMCAP
import KymoRecording

/// Reads the rows of a ``ReplyTable``.
final class ReplyCursor: QueryCursor {
  private let source: QuerySource
  private var filter = QueryFilter()
  private var messages: MCAPMessageCursor?
  private var current: MCAPMessageView?
  private var json = BridgeJSONReader()
  private var hasRead = false
  private var text: [UInt8]?
  private(set) var isAtEnd = true

  init(_ source: QuerySource) { self.source = source }

  func start(_ filter: QueryFilter) throws(QueryError) {
    self.filter = filter
    if filter.isEmpty {
      isAtEnd = true
      return
    }
    // Without a trace nobody knows when a step was.
    var begin = filter
    if filter.firstStep > 0, let trace = source.trace {
      do throws(MCAPError) {
        begin.firstTime = max(begin.firstTime, try trace.time(before: filter.firstStep))
      } catch { throw .recording(.file(error)) }
    }
    messages = source.messages([SessionTopic.reply.name], begin)
    try next()
  }

  func next() throws(QueryError) {
    do throws(MCAPError) {
      repeat {
        current = try messages?.next() ?? nil
      } while current.map { Int64($0.sequence) < filter.firstStep } ?? false
    } catch { throw .recording(.file(error)) }
    hasRead = false
    isAtEnd = current.map { Int64($0.sequence) > filter.lastStep } ?? true
  }

  func put(_ column: Int, into cell: UnsafeCell) {
    guard let current else { return cell.null() }
    switch column {
    case 0...2: source.put(Int64(clamping: current.logTime), column, into: cell)
    case 3: cell.integer(Int64(current.sequence))
    default:
      read(current)
      switch column {
      case 4:
        let cause = json.number == nil ? nil : json.source ?? .bridge
        cause.map { cell.integer(Int64($0.rawValue)) } ?? cell.null()
      case 5: json.number.map { cell.integer(Int64($0)) } ?? cell.null()
      default: putText(current, into: cell)
      }
    }
  }

  private func putText(_ message: MCAPMessageView, into cell: UnsafeCell) {
    if let text { return text.withRawSpan { cell.text($0) } }
    messages?.withData(of: message) { cell.blob($0) }
  }

  /// Reads the message of the row, once.
  private func read(_ message: MCAPMessageView) {
    if hasRead { return }
    hasRead = true
    text = nil
    var found: [UInt8]?
    let problem = messages?.withData(of: message) { data in
      json.read(data) { text, _ in
        var copy: [UInt8] = []
        copy.append(copying: text)
        found = copy
      }
    }
    if problem ?? nil == nil { text = found }
  }
}
