import KymoBridge
import KymoCore
import KymoRecording

/// What a link does for a page that speaks a dialect of today.
extension PageLink {
  /// Hears the page half of the dialect.
  func listenToDialect() {
    dialect?.listen(
      PageDialect.Listener(
        call: { [unowned self] in take($0) },
        callNow: { [unowned self] in answerAtOnce($0) },
        report: { [unowned self] in
          observer.page(says: ConsoleMessage(level: "bridge", text: $0), at: now)
        }
      )
    )
  }

  /// How calls of the page come to the native side.
  var transport: BridgeTransport {
    switch dialect?.options.bridge {
    case .cordova: .cordova
    case .capacitor: .capacitor
    case .raw: .raw
    case .reactnative: .reactNative
    case .dsbridge, .dsbridge2: .dsBridge
    case .jsbridge, .jsbridge2: .jsBridge
    case .hotwire: .hotwire
    case .tauri: .tauri
    case .quickconnect, .wvjb, .wvjb4, nil: .url
    }
  }

  /// The page has loaded.
  func finishDialect() {
    guard let dialect else { return }
    attempt { () throws(WebViewError) in
      do throws(ScriptError) {
        try dialect.finished()
        try view.lookForTurns()
      } catch { throw .script(error) }
    }
  }

  // MARK: Calls

  /// Takes a call as the call that the native side knows.
  private func take(_ read: DialectCall) {
    let data = read.parameters.map { WebViewBridge.Payload(json: $0) } ?? .absent
    guard let data else {
      return refuse(read, "the parameters of \(read.command) are no JSON")
    }
    do throws(CallError) { call(try handlers.url(of: read.command, data), as: read) } catch {
      refuse(read, "\(read.command): \(error)")
    }
  }

  /// Tells that a call came to nothing, and its caller.
  func refuse(_ read: DialectCall, _ reason: String) {
    traffic.refuse()
    tellRefused(read, reason)
  }

  /// Tells that a call came to nothing which is counted already, and its caller.
  func tellRefused(_ read: DialectCall, _ reason: String) {
    dialect?.report(reason)
    answer(read, .error(DialectError(message: reason)))
  }

  /// Answers a call of the page that has no answer yet, after its outcome.
  func settle(_ sequence: UInt32, _ outcome: Outcome) {
    guard let read = callers[sequence]?.call else { return }
    // A later reply finds whoever waits; nobody does for a call that wants none.
    if outcome.isReplyLater, read.expects != .none { return }
    callers.forget(sequence)
    if let done = DialectAnswer(outcome.status) { return answer(read, done) }
    // The app has no such command: a scripted plugin, or the phone.
    if let turn = dialect.flatMap({ plugins.next(read.command, in: $0.options.plugins) }) {
      deviceCalls[read.command, default: 0] += 1
      tell(of: turn, to: read)
      plugins.plan(turn.steps, for: read.token, at: now)
      return give(plugins.take(upTo: now), but: read.expects == .none ? read.token : nil)
    }
    if let answers = device.call(read, at: now) {
      deviceCalls[read.command, default: 0] += 1
      return give(answers, but: read.expects == .none ? read.token : nil)
    }
    // Its page half has told which listeners went.
    if dialect?.options.bridge == .capacitor, read.command.hasSuffix(".removeAllListeners") {
      return answer(read, .value(nil))
    }
    answerUnknown(read)
  }

  /// Says what is to be known of scripted answers.
  func tell(of turn: PluginAnswers.Turn, to read: DialectCall) {
    if let count = turn.isFirstBeyond {
      let text =
        "\(read.command): the phone answered \(count) calls, further ones get the last answers again"
      observer.page(says: ConsoleMessage(level: "bridge", text: text), at: now)
    }
    guard turn.steps.isEmpty, read.expects != .none || !turn.isOfTurns else { return }
    let reason = turn.isOfTurns ? "as on the phone" : "as its script says"
    dialect?.report("\(read.command) is never answered, \(reason)")
  }

  /// How many calls got answers of a phone again that it gave to an earlier one.
  public var repeatedAnswers: UInt64 { plugins.repeated }

  /// A command that nobody has: as the phone does, and the report says so.
  private func answerUnknown(_ read: DialectCall) {
    guard let dialect else { return }
    let options = dialect.options
    dialect.report("nobody answers \(read.command)")
    let service = String(read.command.prefix { $0 != "." })
    let isKnown = dialect.services.contains(service)
    switch options.bridge {
    case .cordova where options.platform == .android || options.isStrict:
      let error =
        isKnown
        ? DialectError(message: "Invalid action", status: 7)
        : DialectError(message: "Class not found", status: 2)
      answer(read, .error(error))
    case .capacitor where options.isStrict:
      let text = "\"\(read.command)\" is not implemented on \(options.platform.rawValue)"
      answer(read, .error(DialectError(code: "UNIMPLEMENTED", message: text)))
    case .capacitor where options.platform == .android && !isKnown:
      answer(read, .error(DialectError(message: "unable to find plugin : \(service)")))
    case .tauri: answer(read, .error(DialectError(message: "Command \(read.command) not found")))
    default:
      if options.isStrict {
        answer(read, .error(DialectError(message: "nobody answers \(read.command)", status: 2)))
      }
    }
  }

  // MARK: Answers

  /// Gives a reply of the app to the dialect: as the answer to a call, or as an event.
  ///
  /// - Returns: false if it is no such reply, and is a script for the page.
  func say(_ bytes: [UInt8], answering sequence: UInt32?, keeps: Bool) -> Bool {
    guard let dialect else { return false }
    let reply = ReplyText(bytes)
    let text = reply?.json ?? String(decoding: bytes, as: UTF8.self)
    guard let json = WebViewBridge.Payload(json: text)?.json else { return false }
    // Where nobody waits, a reply is what native code says by itself.
    if let sequence, let read = callers[sequence]?.call, read.expects != .none {
      let stays = keeps || read.expects == .many && dialect.options.bridge == .capacitor
      if !stays { callers.forget(sequence) }
      answer(read, .value(json), keeps: stays)
      return true
    }
    guard let reply else { return false }
    for text in dialect.texts(ofEvent: reply.command, json, answeredBy: reply.answer) {
      put(dialectMessage(text))
    }
    return true
  }

  private func answer(_ read: DialectCall, _ answer: DialectAnswer, keeps: Bool = false) {
    guard read.expects != .none else { return }
    put(dialectMessage(answer.text(to: read.token, keeps: keeps)))
  }

  func dialectMessage(_ text: String) -> PageMessage {
    var message = traffic.next(Array(text.utf8), .toPage, at: now)
    message.isOfDialect = true
    return message
  }

  /// Gives the page half an answer or an event that has arrived.
  func receive(_ message: PageMessage) throws(WebViewError) {
    do throws(ScriptError) { try dialect?.receive(message.text) } catch {
      guard case .thrown(let exception) = error else { throw .script(error) }
      note(exception)
    }
    try lookForTurns()
  }

  // MARK: The phone

  /// When the phone, a person or a scripted plugin does something without an event, in ns; nil if never.
  var nextDeviceDue: Int64? {
    inputs.nextDue.earlier(device.nextDue).earlier(plugins.nextDue).map { max($0, now) }
  }

  /// Lets the phone feel an event.
  func senseDevice(_ event: borrowing Event) {
    guard dialect != nil else { return }
    give(device.sense(event))
  }

  /// Lets the page feel what is due, and then the phone and scripted plugins say it.
  func advanceDevice(to time: Int64) {
    feelInputs(upTo: time)
    guard dialect != nil else { return }
    give(plugins.take(upTo: time))
    give(device.advance(to: time))
  }

  /// Forgets who waits for the phone, since the page is gone.
  func loseDevice() {
    device.lose()
    plugins.lose()
  }

  /// Gives the page answers, but those to a call that wants none.
  private func give(_ answers: [DeviceAnswer], but token: String? = nil) {
    for one in answers where one.token != token {
      put(dialectMessage(one.answer.text(to: one.token, keeps: one.keeps)))
    }
  }
}
