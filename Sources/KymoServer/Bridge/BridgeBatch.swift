import KymoCore

/// A body of several commands, or of samples, while its outcomes come.
final class BridgeBatch {
  /// The parts that were handed to the dispatcher.
  var items: [BridgeQueueReader.Item] = []
  /// Outcomes that are still to come.
  var waiting = 0
  /// Parts that wait for a reply that comes later.
  var later = 0
  var stamps = StampList()
  /// The answers so far: the inside of a JSON array.
  var answers: [UInt8] = []
  let isSamples: Bool
  /// Samples that were not taken, by reason.
  var leftOut: [String: Int] = [:]
  var taken = 0

  init(isSamples: Bool) { self.isSamples = isSamples }

  /// Appends an answer.
  func append(_ json: [UInt8]) {
    if !answers.isEmpty { answers.append(UInt8(ascii: ",")) }
    answers += json
  }
}
