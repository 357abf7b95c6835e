import Foundation
import KymoBridge
import KymoCore
import Testing

@Suite("The example of the README")
struct ReadmeExampleTests {
  /// The lines are those of the README, "Your own commands"; change both together.
  @Test("A user's own command takes parameters, computes and replies")
  func ownCommand() throws {
    var map = CommandMap()
    map.decoder = CallRequestDecoder()  // call?cmd=add&msg=[1,2]
    map.validate("default") { $0.parameterCount <= 10 ? .proceed : .exit }  // Before all others.
    map.business("add") { exchange throws(HandlerError) in
      let sum = try exchange.number(at: 1) + exchange.number(at: 2)  // 0 is the controller.
      try exchange.append(.number(sum))
      return .proceed
    }
    map.view("add") { exchange throws(HandlerError) in
      guard case .number(let sum)? = exchange.result(0) else { throw .missingParameter }
      try exchange.reply(text: "handleRequest('sum',\(sum))")
      return .proceed
    }
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: LastReply())

    dispatcher.send("call?cmd=add&msg=[1.5,2]")
    #expect(dispatcher.sink.outcome?.status == .completed)
    #expect(dispatcher.sink.reply == "handleRequest('sum',3.5)")
    dispatcher.send("call?cmd=add&msg=[1]")
    #expect(dispatcher.sink.outcome?.errorCode == HandlerError.missingParameter.code)
    dispatcher.send("call?cmd=add&msg=[1,%22b%22]")
    #expect(dispatcher.sink.outcome?.errorCode == HandlerError.wrongType.code)
    dispatcher.send("call?cmd=add&msg=[1,2,3,4,5,6,7,8,9,10]")
    #expect(dispatcher.sink.outcome?.status == .validationFailed)
  }

  @Test("The README shows the lines that are compiled here, fifteen at most")
  func same() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let block = try #require(readme.components(separatedBy: "```swift\n").dropFirst().first)
    let lines = try #require(block.components(separatedBy: "```").first)
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.hasPrefix("import ") }
    #expect(lines.count <= 15)
    var rest = source[...]
    for line in lines {
      // The README's sink is the one that does nothing.
      let wanted = line.replacing("NoSink()", with: "LastReply()")
      guard let found = rest.range(of: wanted) else {
        Issue.record("not compiled here, or in another order: \(line)")
        return
      }
      rest = rest[found.upperBound...]
    }
  }
}

/// Keeps the outcome of the last event, and its reply.
private struct LastReply: OutcomeSink {
  var outcome: Outcome?
  var reply = ""
  private var replies = PayloadArena.empty

  mutating func willDispatch(_ count: Int, arena: PayloadArena, replies: PayloadArena) {
    self.replies = replies
  }

  mutating func record(_ event: borrowing Event, _ outcome: borrowing Outcome) {
    self.outcome = copy outcome
    if outcome.replyKind == .text {
      reply = replies.withMessage(outcome.reply.textReply.reference) { $0.text } ?? ""
    }
  }
}

extension Dispatcher where Sink == LastReply {
  /// Dispatches one request.
  fileprivate mutating func send(_ url: String) {
    var texts = PayloadArenaWriter(minimumCapacity: 1 << 12)
    var router = CallRouter(table.lookup, rules: CallRules())
    let event = url.asText { text in
      Event(
        timestamp: 0,
        sequence: 0,
        command: router.command(of: text),
        source: .bridge,
        kind: .message,
        payload: Payload(texts.write(text, waits: false) ?? PayloadReference(offset: 0, length: 0))
      )
    }
    dispatch([event].span, arena: texts.arena)
  }
}
