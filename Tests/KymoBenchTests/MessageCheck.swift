import KymoCore

/// A handler that fails unless the message of event n is text n.
final class MessageCheck: Handler {
  /// A table that has the texts as names: looking one up compares every byte.
  let names: CommandTable

  init(_ texts: [String]) throws(CommandTableError) {
    var map = CommandMap()
    for text in texts { map.view(text, Handler()) }
    names = try CommandTable(map)
  }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let found = exchange.withMessage { names.id(of: $0).rawValue }
    guard found == UInt16(exchange.event.sequence) + 1 else { throw .invalidValue }
    return .proceed
  }
}
