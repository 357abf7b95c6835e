import KymoCore

/// A business handler that sees no results of others; what it appends comes behind theirs.
final class IsolatedHandler: Handler {
  /// Where results lie while a handler must not see them; allocated once, for the handlers of a command.
  final class Memory {
    var earlier: [Value] = []
    var own: [Value] = []

    init() {
      earlier.reserveCapacity(Exchange.maximumResults)
      own.reserveCapacity(Exchange.maximumResults)
    }
  }

  private let handler: Handler
  private let memory: Memory

  init(_ handler: Handler, _ memory: Memory) {
    self.handler = handler
    self.memory = memory
  }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    Self.move(&exchange, into: &memory.earlier)
    let verdict = try handler.handle(&exchange)
    Self.move(&exchange, into: &memory.own)
    for index in memory.earlier.indices { try exchange.append(memory.earlier[index]) }
    for index in memory.own.indices { try exchange.append(memory.own[index]) }
    return verdict
  }

  private static func move(_ exchange: inout Exchange, into list: inout [Value]) {
    list.removeAll(keepingCapacity: true)
    for index in 0..<exchange.resultCount {
      if let value = exchange.result(index) { list.append(value) }
    }
    exchange.removeResults()
  }
}
