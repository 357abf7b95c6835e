import KymoCore

extension Outcome {
  /// All fields in one text, which two outcomes share only if they are equal.
  var fields: String {
    "\(index) \(status) \(stage).\(handler) error \(errorCode) reply \(replyKind.rawValue) "
      + "\(reply.word0) \(reply.word1) \(reply.word2) \(reply.word3) \(reply.word4) \(reply.word5)"
  }
}
