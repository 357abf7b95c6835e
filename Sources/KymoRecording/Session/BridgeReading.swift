import KymoBridge
import KymoCore
import KymoMCAP

/// What reading requests needs; one object, so that sessions without a bridge need none of it.
final class BridgeReading {
  /// A request, or what is wrong with it.
  enum Request {
    case request(CommandID, PayloadReference)
    case malformed(String)
  }

  private var json = BridgeJSONReader()
  private var router: CallRouter
  private let limit: Int

  init(_ routing: CommandRouting) {
    router = CallRouter(routing.names, rules: routing.calls)
    limit = routing.calls.limits.urlBytes
  }

  /// Reads a message, appends its text to `texts`, and finds its command.
  func read(_ message: RawSpan, into texts: inout [UInt8]) -> Request {
    var found: Request?
    let limit = limit
    let problem = json.read(message) { text, transport in
      guard text.byteCount <= limit else {
        found = .malformed("its text is longer than \(limit) bytes")
        return
      }
      let reference = PayloadReference(
        offset: UInt64(texts.count),
        length: UInt32(text.byteCount),
        tag: UInt32(transport.rawValue)
      )
      texts.append(copying: text)
      found = .request(router.command(of: text), reference)
    }
    if let problem { return .malformed(problem) }
    return found ?? .malformed("it has no text")
  }
}
