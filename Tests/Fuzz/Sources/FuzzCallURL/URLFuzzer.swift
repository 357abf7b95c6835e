import KymoBridge

/// Any bytes as a URL: nothing crashes, and what decodes is what is decoded from its own encoding.
final class URLFuzzer {
  static let limits = BridgeLimits(messageBytes: 1 << 14)

  var strict = CallDecoder(bases: ["", "https://app.local/"], limits: limits)
  var legacy = CallDecoder(bases: [], mode: .legacy, limits: limits)
  var again = CallDecoder(bases: [""], limits: limits)
  var encoder = CallEncoder(base: "", limits: limits)

  func run(_ url: RawSpan) {
    _ = try? legacy.decode(utf8: url)
    readAll(legacy.message)
    if (try? strict.decode(utf8: url)) == .call { checkRoundTrip() }
    readAll(strict.message)
    encodeAny(url)
  }

  private func checkRoundTrip() {
    do {
      if strict.message.isPresent {
        try strict.withCommand { name in
          try strict.message.document.withSource { text in
            try encoder.encode(utf8: name, message: text)
          }
        }
      } else {
        try encoder.encode(command: strict.command, message: nil)
      }
      let kind = try encoder.withURL { url in try again.decode(utf8: url) }
      precondition(kind == .call, "an encoded call is no call")
    } catch {
      preconditionFailure("a decoded call cannot be encoded: \(error)")
    }
    precondition(again.command == strict.command, "the command has changed")
    precondition(again.messageText == strict.messageText, "the message has changed")
    precondition(again.message.count == strict.message.count, "the parameters have changed")
  }

  /// The bytes as a message: whatever is UTF-8 goes through a URL unchanged.
  private func encodeAny(_ bytes: RawSpan) {
    let text = String(copying: bytes)
    guard (try? encoder.encode(command: "a", message: text)) != nil else { return }
    do {
      try encoder.withURL { url in _ = try again.decode(utf8: url) }
      precondition(again.messageText == text, "the message has changed")
    } catch CallError.message(let error) {
      precondition(error.isLimit, "a message is refused for its syntax")
    } catch {
      preconditionFailure("an encoded message cannot be decoded: \(error)")
    }
  }

  private func readAll(_ message: borrowing CallMessage) {
    var count = 0
    var cursor = message.cursor()
    while let value = cursor.next(in: message.document) {
      _ = message.document.withRawText(of: value) { $0.byteCount }
      count += 1
    }
    precondition(count == message.count, "parameters are counted wrongly")
  }
}
