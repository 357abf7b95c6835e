import KymoMCAP
import KymoRecording

/// Reads the rows of a ``MessageTable``.
final class MessageCursor: QueryCursor {
  private let source: QuerySource
  private var messages: MCAPMessageCursor?
  private var current: MCAPMessageView?
  private var names: [UInt16: (topic: UnsafeName, schema: UnsafeName, encoding: UnsafeName)] = [:]
  private(set) var isAtEnd = true

  init(_ source: QuerySource) { self.source = source }

  func start(_ filter: QueryFilter) throws(QueryError) {
    messages = filter.isEmpty ? nil : source.messages(nil, filter)
    try next()
  }

  func next() throws(QueryError) {
    do throws(MCAPError) { current = try messages?.next() ?? nil } catch {
      throw .recording(.file(error))
    }
    isAtEnd = current == nil
  }

  func put(_ column: Int, into cell: UnsafeCell) {
    guard let current else { return cell.null() }
    switch column {
    case 0...2: source.put(Int64(clamping: current.logTime), column, into: cell)
    case 3: cell.name(names(current.channelID).topic)
    case 4: cell.name(names(current.channelID).schema)
    case 5: cell.name(names(current.channelID).encoding)
    case 6: cell.integer(Int64(current.sequence))
    case 7: cell.integer(Int64(clamping: current.publishTime))
    case 8: cell.integer(Int64(current.dataLength))
    default: messages?.withData(of: current) { cell.blob($0) }
    }
  }

  private func names(
    _ id: UInt16
  ) -> (topic: UnsafeName, schema: UnsafeName, encoding: UnsafeName) {
    if let known = names[id] { return known }
    let channel = source.catalog.channel(id)
    let schema = channel.flatMap { source.catalog.schema($0.schemaID) }
    let found = (
      UnsafeName(channel?.topic ?? ""), UnsafeName(schema?.name ?? ""),
      UnsafeName(channel?.messageEncoding ?? "")
    )
    names[id] = found
    return found
  }
}
