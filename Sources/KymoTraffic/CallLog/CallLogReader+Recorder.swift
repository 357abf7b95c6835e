import KymoBridge
import KymoCore
import KymoRecording

extension CallLogReader {
  /// Whether a line is one of a page's recorder, which says its kind.
  var isOfRecorder: Bool {
    document.member("kymo", of: document.root) != nil
      || document.member("k", of: document.root).map { document.kind(of: $0) == .string } ?? false
  }

  /// Reads a line of a page's recorder: calls become requests, the times of replies are kept, and all else is for
  /// whoever reads sensors.
  ///
  /// - Throws: what is wrong with a call.
  mutating func readRecorder(_ line: Int) throws(Problem) {
    if page == nil { page = RecordedPage() }
    guard let kind = text("k") else {
      page?.readHeader(document)
      return
    }
    switch kind {
    case "call": try readRecordedCall(line)
    case "reply":
      let isError =
        document.member("ok", of: document.root).flatMap { document.bool(of: $0) } == false
      let (number, took) = (number("to"), milliseconds("took"))
      page?.count(replyTo: number, took, isError: isError)
    default: return
    }
  }

  private mutating func readRecordedCall(_ line: Int) throws(Problem) {
    let time = try time("t")
    let bridge = text("bridge") ?? ""
    guard let name = text("name"), !name.isEmpty else { return count(.unnamed) }
    let number = number("n")
    page?.count(call: name, number)
    guard document.member("cut", of: document.root) == nil else { return count(.tooLong) }
    var message: String?
    if let value = document.member("args", of: document.root) {
      // What was a text for the bridge is the message as it is; others have JSON, of which a text is one, too.
      let isText = ["quickconnect", "reactnative"].contains(bridge)
      message =
        (isText ? document.string(of: value) : nil)
        ?? document.withRawText(of: value) { $0.text }
    }
    append(name, message, line, time, Self.transport(bridge))
  }

  /// How a call came, by the name that the recorder has for its bridge.
  private static func transport(_ bridge: String) -> BridgeTransport {
    switch bridge {
    case "cordova": .cordova
    case "capacitor": .capacitor
    case "reactnative": .reactNative
    case "wvjb": .poll
    case "quickconnect": .url
    default: .raw
    }
  }

  private func text(_ name: String) -> String? {
    document.member(name, of: document.root).flatMap { document.string(of: $0) }
  }

  private func milliseconds(_ name: String) -> Double? {
    document.member(name, of: document.root).flatMap { document.number(of: $0) }
  }

  private func number(_ name: String) -> Int64? {
    milliseconds(name).flatMap { Int64(exactly: $0) }
  }
}
