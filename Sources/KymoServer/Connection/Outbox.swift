import KymoPoll

/// The output still to be sent on a connection, in this order: bytes, then the body of an answer or
/// a file.
struct Outbox {
  /// The part that follows the bytes.
  enum Body {
    case none
    case bytes([UInt8])
    case file(SentFile)
  }

  /// The head of an answer, or parts of a stream.
  var bytes: [UInt8] = []
  var body = Body.none
  /// How much of the bytes and of the body was sent.
  private var (sent, bodySent) = (0, 0)

  /// How many parts are sent before others have their turn.
  private static let stepsAtOnce = 32
  /// Whether it stopped for others, and not because nothing could go: nobody tells when it can go on.
  private(set) var hasPaused = false

  /// The outcome of sending.
  enum Progress: Equatable {
    case done
    case blocked
    /// More could go, but others have their turn first.
    case paused
    case failed
  }

  /// Whether nothing is left.
  var isEmpty: Bool {
    if case .none = body { return sent == bytes.count }
    return false
  }

  /// Puts bytes behind those that are left; no body is there yet.
  mutating func append(_ more: ArraySlice<UInt8>) {
    if sent == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 65_536)
      sent = 0
    }
    bytes += more
  }

  /// Sends as much as can go in one turn, and a file by way of a buffer.
  ///
  /// - Returns: how far it is, and whether anything went.
  mutating func send(by transport: Transport, _ buffer: IOBuffer) -> (Progress, moved: Bool) {
    var moved = false
    var steps = 0
    hasPaused = false
    while let step = step(transport, buffer) {
      steps += 1
      switch step {
      case .bytes:
        moved = true
        if steps == Self.stepsAtOnce {
          hasPaused = true
          return (.paused, moved)
        }
      case .blocked: return (.blocked, moved)
      case .ended, .failed: return (.failed, moved)
      }
    }
    clear()
    return (.done, moved)
  }

  /// Forgets what there was; a large memory as well.
  private mutating func clear() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 4096)
    (body, sent, bodySent) = (.none, 0, 0)
  }

  /// Sends a part; nil if there is none.
  private mutating func step(_ transport: Transport, _ buffer: IOBuffer) -> Transfer? {
    if sent < bytes.count {
      let result = transport.send(bytes, from: sent)
      if case .bytes(let count) = result { sent += count }
      return result
    }
    let result: Transfer
    switch body {
    case .bytes(let body) where bodySent < body.count:
      result = transport.send(body, from: bodySent)
    case .file(let file) where bodySent < file.count:
      result = transport.send(file, from: bodySent, upTo: file.count, by: buffer)
    default: return nil
    }
    if case .bytes(let count) = result { bodySent += count }
    return result
  }
}
