import KymoBridge
import KymoCore
import KymoMCAP

/// The means of reading requests; one object, so that sessions without a bridge need none of it.
final class BridgeReading {
  /// A message of the requests' channel, whatever it was.
  struct Request {
    /// The command that it calls; `unknown` if it cannot be read.
    var command = CommandID.unknown
    /// Where its text lies, or the message itself if that cannot be read.
    var reference: PayloadReference
    /// The number that it gives itself.
    var number: UInt32?
    /// The sender, if that was not the one whose channel it is.
    var source: SourceID?
  }

  private var json = BridgeJSONReader()
  private var router: CallRouter
  private let limit: Int
  /// How many bytes of a message that cannot be read are kept; recorded as Base64 they must be readable.
  private let keptBytes: Int

  /// How many bytes of a message that cannot be read are kept at most.
  static var maximumKeptBytes: Int { 1 << 20 }

  init(_ routing: CommandRouting) {
    router = CallRouter(routing.names, rules: routing.calls)
    limit = routing.calls.limits.urlBytes
    keptBytes = min(limit, Self.maximumKeptBytes)
  }

  /// Reads a message, appends its text to `texts`, and finds its command.
  ///
  /// Of a message that cannot be read the first bytes are kept; it cannot be if it lacks a member that the
  /// schema of its channel requires.
  func read(
    _ message: RawSpan,
    requiring required: [String] = [],
    into texts: inout [UInt8]
  ) -> Request {
    let offset = UInt64(texts.count)
    let limit = limit
    var found: Request?
    var isTooLong = false
    _ = json.read(message, requiring: required) { text, transport in
      guard text.byteCount <= limit else {
        isTooLong = true
        return
      }
      let reference = PayloadReference(
        offset: offset,
        length: UInt32(text.byteCount),
        tag: UInt32(transport.rawValue)
      )
      texts.append(copying: text)
      found = Request(command: router.command(of: text), reference: reference)
    }
    if found == nil {
      var error = isTooLong ? HandlerError.tooLong : .unreadableMessage
      if let refused = json.refused, refused.message.count <= keptBytes {
        texts += refused.message
        error = refused.error
      } else {
        texts.append(copying: message.extracting(first: keptBytes))
      }
      let length = UInt32(UInt64(texts.count) - offset)
      found = Request(
        reference: PayloadReference(offset: offset, length: length, refused: error)
      )
    }
    guard var request = found else { preconditionFailure("a message is read or refused") }
    request.number = json.number
    request.source = json.source
    return request
  }
}
