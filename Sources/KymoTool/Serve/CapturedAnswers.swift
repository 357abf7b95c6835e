import KymoCapture
import KymoHTTP
import KymoServer
import KymoText

/// The replies of a capture, for a server that answers from it.
enum CapturedAnswers {
  /// What the replies of a capture may have together, in bytes.
  private static let maximumBytes = 1 << 30

  /// What a capture holds.
  struct Reading {
    var answers = RecordedAnswers()
    /// Exchanges that cannot be answered from: by the reason.
    var leftOut: [String: Int] = [:]
  }

  /// Reads a capture to its end.
  ///
  /// - Parameters:
  ///   - path: the capture.
  ///   - interrupt: whether the user wants it to end.
  /// - Returns: its answers.
  /// - Throws: a failure that names the file if it cannot be read, or has no answers.
  static func read(_ path: String, _ interrupt: Interrupt) throws(CommandFailure) -> Reading {
    let extractor = CaptureExtractor(try CaptureFile.open(path))
    var reading = Reading()
    var bytes = 0
    while let exchange = extractor.next(shouldStop: { _ in interrupt.isRequested }) {
      guard exchange.request.isComplete else {
        let isInDoubt = exchange.request.isBehindDoubt
        reading.leftOut[isInDoubt ? "request in doubt" : "request not whole", default: 0] += 1
        continue
      }
      guard let reply = exchange.reply, reply.isComplete, (200...599).contains(reply.status) else {
        reading.leftOut[exchange.absence?.rawValue ?? "reply not whole", default: 0] += 1
        continue
      }
      bytes += reply.body.bytes.count + exchange.request.body.bytes.count
      guard bytes <= maximumBytes else {
        throw CommandFailure(file: path, "its replies have more than \(maximumBytes >> 20) MiB")
      }
      var answer = HTTPAnswer(UInt16(reply.status))
      answer.body = Array(reply.body.bytes)
      let hop = HopByHop(.reply, reply.fields)
      answer.fields = reply.fields.filter { !hop.contains($0.name) }
      reading.answers.append(
        answer,
        to: exchange.request.method,
        target: Array(exchange.request.target.utf8),
        body: Array(exchange.request.body.bytes)
      )
    }
    if interrupt.isRequested { throw CommandFailure("interrupted", status: .partial) }
    if reading.answers.count == 0 {
      if let problem = extractor.problem { throw CommandFailure(problem, file: path) }
      throw CommandFailure(
        file: path,
        "it has no replies to answer from",
        remedy: "see \(.tool) inspect \(path.shellQuoted)"
      )
    }
    return reading
  }
}
