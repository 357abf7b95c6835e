import KymoCore

/// A body of several commands, or of samples, while its outcomes come.
final class BridgeBatch {
  /// What the answers are to be.
  enum Style {
    /// Objects that name the place of the call: index, status, reply.
    case calls
    /// Messages of WebViewJavascriptBridge with a `responseId`.
    case messages
    /// How many there were.
    case samples
  }

  /// A part that was handed to the dispatcher.
  struct Item {
    /// Its place in the body.
    var index: Int
    /// The `callbackId`, as JSON; nil for a call, or a message that wants no answer.
    var callback: [UInt8]?
    var isMessage: Bool
  }

  var items: [Item] = []
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
