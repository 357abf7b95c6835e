import KymoBridge
import KymoCore
import KymoMCAP
import KymoRecording

/// Calls of the page that are answered before its script goes on.
extension PageLink {
  /// How many calls were made that return results, where there can be none: a bench measures turns with their events.
  public var missedCallsAtOnce: UInt64 { atOnce.missed }

  /// Calls native code in the midst of a script.
  ///
  /// The command is dispatched in place, and recorded like any call. A command that answers later has no value now.
  ///
  /// - Parameter read: the call as its dialect has read it.
  /// - Returns: what its page half takes: the answer's kind in the first line, and JSON.
  func answerAtOnce(_ read: DialectCall) -> String {
    guard atOnce.areOpen, !atOnce.isUnderWay else {
      atOnce.miss()
      dialect?.report("\(read.command) is called where nothing can be answered at once")
      return DialectAnswer.later.textAtOnce
    }
    let data = read.parameters.map { WebViewBridge.Payload(json: $0) } ?? .absent
    guard let data else {
      return refuseAtOnce("the parameters of \(read.command) are no JSON")
    }
    handOverEarlier()
    var message: PageMessage
    do throws(CallError) {
      let url = try handlers.url(of: read.command, data)
      message = traffic.next(Array(url.utf8), .toNative, at: atOnce.time)
      exchanges?.note(call: url, read, at: atOnce.time, answeredBy: nil)
    } catch { return refuseAtOnce("\(read.command): \(error)") }
    let fault = traffic.fault(at: message)
    if fault == .reload { reloadsAfterTurn = true }
    let arrivals = traffic.cross(message, fault)
    var answer = DialectAnswer.error(DialectError(message: "the call was lost"))
    for _ in 0..<arrivals { answer = arrive(message, read) ?? answer }
    return cross(answer)
  }

  /// Hands over the calls that the script has made before: native code sees all in one order.
  private func handOverEarlier() {
    while callers.hasRoom, let message = traffic.takeCall() {
      onMessage?(message)
      expectation?.check(message)
      guard let dispatch = atOnce.start(isAwaited: false) else { return }
      let read = callers.sentCall(message.number)
      message.text.withRawSpan { text in
        do throws(HandlerError) {
          let command = router.command(of: text)
          let sequence = try dispatch(command, atOnce.time, UInt32(transport.rawValue), text)
          callers.raise(message.number, as: sequence)
        } catch {
          traffic.refuseArrived(isTooLong: error == .tooLong)
          _ = callers.refuse(message.number)
          if let read { tellRefused(read, "\(read.command): \(error)") }
        }
      }
      _ = atOnce.finish()
    }
  }

  /// Gives up a call before it is one.
  private func refuseAtOnce(_ reason: String) -> String {
    traffic.refuse()
    dialect?.report(reason)
    return DialectAnswer.error(DialectError(message: reason)).textAtOnce
  }

  /// Dispatches a call that has arrived.
  ///
  /// - Returns: the answer; nil if it was refused.
  private func arrive(_ message: PageMessage, _ read: DialectCall) -> DialectAnswer? {
    onMessage?(message)
    expectation?.check(message)
    guard let dispatch = atOnce.start(isAwaited: true) else { return nil }
    let begin = times.now
    var refusal: HandlerError?
    var command = CommandID(rawValue: 0)
    message.text.withRawSpan { text in
      do throws(HandlerError) {
        command = router.command(of: text)
        _ = try dispatch(command, message.time, UInt32(transport.atOnce.rawValue), text)
      } catch { refusal = error }
    }
    guard let done = atOnce.finish() else {
      traffic.refuseArrived(isTooLong: refusal == .tooLong)
      dialect?.report("\(read.command): \(refusal.map { "\($0)" } ?? "it was not dispatched")")
      return nil
    }
    times.note(roundTrip: times.now - begin, of: command)
    return answer(done, to: read)
  }

  /// The answer that an outcome is to a call.
  private func answer(_ done: PageCallsAtOnce.Answer, to read: DialectCall) -> DialectAnswer {
    if done.outcome.isReplyLater { return .later }
    switch done.outcome.replyKind {
    case .none: break
    case .text:
      if let json = json(ofReply: done.reply) { return .value(json) }
      dialect?.report("\(read.command): its reply is no JSON")
    case .acceleration, .coordinates:
      var bytes: [UInt8] = []
      script.write(done.outcome)
      script.withText { bytes.append(copying: $0) }
      if let json = json(ofReply: bytes) { return .value(json) }
    default: break
    }
    if let answer = DialectAnswer(done.outcome.status) { return answer }
    // The app has no such command: a scripted plugin, or the phone.
    if let turn = dialect.flatMap({ plugins.next(read.command, in: $0.options.plugins) }) {
      deviceCalls[read.command, default: 0] += 1
      tell(of: turn, to: read)
      // On the phone the page's script waited as long as it took.
      guard let first = turn.steps.first, first.delay == 0 || turn.isOfTurns else { return .later }
      return first.error.map { .error($0) } ?? .value(first.value)
    }
    if let answers = device.call(read, at: now) {
      deviceCalls[read.command, default: 0] += 1
      return answers.first?.answer ?? .later
    }
    return .unknown
  }

  /// The JSON that a reply of the app says; nil if it is a script.
  private func json(ofReply bytes: [UInt8]) -> String? {
    let text = ReplyText(bytes)?.json ?? String(decoding: bytes, as: UTF8.self)
    return WebViewBridge.Payload(json: text)?.json
  }

  /// Lets an answer cross the bridge, which the page's script waits for.
  private func cross(_ answer: DialectAnswer) -> String {
    let text = answer.textAtOnce
    let message = traffic.next(Array(text.utf8), .toPage, at: atOnce.time)
    let fault = traffic.fault(at: message)
    if fault == .reload { reloadsAfterTurn = true }
    guard traffic.cross(message, fault) > 0 else {
      return DialectAnswer.error(DialectError(message: "the answer was lost")).textAtOnce
    }
    onMessage?(message)
    switch answer {
    case .value, .error:
      let arrival = Array(answer.text(to: "-", keeps: false).utf8)
      exchanges?.note(arrival: arrival, at: atOnce.time)
    case .later, .unknown: break
    }
    return text
  }
}
