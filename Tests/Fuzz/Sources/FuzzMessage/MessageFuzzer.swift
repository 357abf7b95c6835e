import KymoBridge

/// Any bytes as a message: nothing crashes, parser and grammar agree, and what is written reads the same.
final class MessageFuzzer {
  static let limits = BridgeLimits(messageBytes: 1 << 16)

  var message = CallMessage(limits: limits)
  var document = JSONDocument(limits: limits)
  var syntax = JSONSyntax(maximumDepth: limits.depth)
  var first = JSONWriter(maximumBytes: 1 << 17)
  var second = JSONWriter(maximumBytes: 1 << 17)
  var sorted = JSONWriter(maximumBytes: 1 << 17)
  var reply = ReplyScript(maximumBytes: 1 << 19)

  func run(_ text: RawSpan) {
    for mode in CallMode.allCases {
      _ = try? message.decode(utf8: text, mode: mode)
      readAll(message)
    }
    let expected = syntax.firstError(in: text)
    do throws(JSONError) {
      try document.parse(text)
      precondition(expected == nil, "the parser takes what the grammar does not")
    } catch {
      precondition(error == expected, "the parser refuses what the grammar takes")
      precondition(error.kind != .refused, "the parser refuses without a reason")
      return
    }
    readRaw(document.root)
    checkRewriting()
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

  /// The raw text of every value is a value of its own.
  private func readRaw(_ value: JSONValue) {
    var cursor = document.cursor(over: value)
    var budget = 64
    while budget > 0, let element = cursor.next(in: document) {
      budget -= 1
      let error = document.withRawText(of: element) { syntax.firstError(in: $0) }
      precondition(error == nil, "the raw text of a value is not JSON")
    }
  }

  /// Written, parsed and written again, a text does not change; sorting does not change it twice.
  private func checkRewriting() {
    first.reset()
    first.write(document.root, of: document)
    sorted.reset()
    sorted.write(document.root, of: document, sortedNames: true)
    do {
      try first.finish()
      try first.withText { text in try document.parse(text) }
      second.reset()
      second.write(document.root, of: document)
      try second.finish()
      precondition(text(first) == text(second), "writing is not stable")
      try reply.writeJSONRequest("a", json: first)
      guard (try? sorted.finish()) != nil else { return }
      try sorted.withText { text in try document.parse(text) }
      second.reset()
      second.write(document.root, of: document, sortedNames: true)
      try second.finish()
      precondition(text(sorted) == text(second), "sorting is not stable")
    } catch {
      preconditionFailure("what was written cannot be read: \(error)")
    }
  }

  private func text(_ writer: borrowing JSONWriter) -> String {
    writer.withText { String(copying: $0) }
  }
}
