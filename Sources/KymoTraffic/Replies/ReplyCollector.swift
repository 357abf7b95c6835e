import KymoCore
import KymoMCAP

/// The sink that keeps the first reply to each request.
struct ReplyCollector: OutcomeSink {
  private(set) var replies: [ReplyCause: [UInt8]] = [:]

  mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    guard outcome.replyKind == .text else { return }
    let cause = outcome.reply.textReply.cause
    guard case .request = cause, replies[cause] == nil else { return }
    replies[cause] = reply.copiedBytes
  }
}

extension RawSpan {
  /// The bytes as an array.
  var copiedBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(copying: self)
    return bytes
  }
}
