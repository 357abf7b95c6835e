package import KymoCapture
import KymoHTTP
package import KymoServer

/// The replies of a capture, for a server that answers from it.
package struct CapturedAnswers {
  /// The size that the replies of a capture may have together, in bytes.
  private static let maximumBytes = 1 << 30

  /// That there are more bytes than are kept.
  package struct TooLong: Error, CustomStringConvertible {
    /// One line.
    package var description: String {
      "its replies have more than \(CapturedAnswers.maximumBytes >> 20) MiB"
    }
  }

  /// The answers of a server.
  package private(set) var answers = RecordedAnswers()
  /// Exchanges that cannot be answered from: by the reason.
  package private(set) var leftOut: [String: Int] = [:]

  /// Reads a capture to its end.
  ///
  /// - Parameters:
  ///   - extractor: the capture, of which nothing was read.
  ///   - shouldStop: whether the user wants it to end.
  /// - Throws: if the replies are too long.
  package init(_ extractor: CaptureExtractor, shouldStop: () -> Bool) throws(TooLong) {
    var bytes = 0
    while let exchange = extractor.next(shouldStop: { _ in shouldStop() }) {
      guard exchange.request.isComplete else {
        let isInDoubt = exchange.request.isBehindDoubt
        leftOut[isInDoubt ? "request in doubt" : "request not whole", default: 0] += 1
        continue
      }
      guard let reply = exchange.reply, reply.isComplete, (200...599).contains(reply.status) else {
        leftOut[exchange.absence?.rawValue ?? "reply not whole", default: 0] += 1
        continue
      }
      bytes += reply.body.bytes.count + exchange.request.body.bytes.count
      guard bytes <= Self.maximumBytes else { throw TooLong() }
      var answer = HTTPAnswer(UInt16(reply.status))
      answer.body = Array(reply.body.bytes)
      let hop = HopByHop(.reply, reply.fields)
      answer.fields = reply.fields.filter { !hop.contains($0.name) }
      answers.append(
        answer,
        to: exchange.request.method,
        target: Array(exchange.request.target.utf8),
        body: Array(exchange.request.body.bytes)
      )
    }
  }
}
