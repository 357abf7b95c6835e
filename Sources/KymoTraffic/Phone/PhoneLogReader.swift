import KymoBridge
import KymoText

/// Reads the lines of a page's recorder.
struct PhoneLogReader: ~Copyable {
  private var document = JSONDocument(limits: BridgeLimits(messageBytes: CallLog.lineBytes))
  private var inner = JSONDocument(limits: BridgeLimits(messageBytes: CallLog.lineBytes))
  private var log = PhoneLog()
  /// The places of calls by their numbers.
  ///
  /// Looked up, never iterated.
  private var places: [Int64: Int] = [:]
  /// The numbers of lines that are no message of a page to native code, whose replies are none of native code.
  private var others: Set<Int64> = []
  private var dropped: UInt64 = 0
  /// The number that the next line has, unless lines were dropped.
  private var next: Int64 = 0

  init() {}

  /// What was read.
  consuming func finish() -> PhoneLog {
    var log = log
    log.lost = max(log.lost, dropped)
    log.calls.sort { ($0.number, $0.line) < ($1.number, $1.line) }
    return log
  }

  /// Reads a line, from 1.
  mutating func read(_ line: ArraySlice<UInt8>, number: Int) {
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return }
    guard line.count <= CallLog.lineBytes, let text = String(validating: line, as: UTF8.self),
      (try? document.parse(text)) != nil, document.kind(of: document.root) == .object
    else { return refuse(number) }
    guard let kind = string("k") else {
      guard string("kymo") == "recorder" else { return refuse(number) }
      return readHeader()
    }
    if let n = integer("n") { follow(n) }
    switch kind {
    case "call": readCall(number)
    case "reply": readReply(number)
    case "event":
      log.events += 1
      if let n = integer("n") { others.insert(n) }
    case "lost": dropped += UInt64(clamping: integer("count") ?? 1)
    default: break
    }
  }

  /// Notes which lines are missing before one.
  private mutating func follow(_ number: Int64) {
    if number > next { log.gaps.append(next..<number) }
    next = max(next, number.addingReportingOverflow(1).partialValue)
  }

  private mutating func refuse(_ line: Int) {
    if log.malformed.count == 0 { log.malformed.line = line }
    log.malformed.count += 1
  }

  private mutating func readHeader() {
    log.session = string("session")
    log.userAgent = string("userAgent")
    log.platform = string("platform")
    log.lost = UInt64(clamping: max(0, integer("lost") ?? 0))
  }

  private mutating func readCall(_ line: Int) {
    guard let n = integer("n") else { return refuse(line) }
    guard let name = string("name"), !name.isEmpty else {
      log.nameless += 1
      others.insert(n)
      return
    }
    let bridge = string("bridge") ?? ""
    guard !PlatformCalls.has(name, of: bridge) else {
      log.ofPlatform += 1
      others.insert(n)
      return
    }
    var call = PhoneCall(
      number: n,
      line: line,
      bridge: bridge,
      command: name,
      isCut: document.member("cut", of: document.root) != nil
    )
    if let value = document.member("args", of: document.root) {
      call.parameters = document.withRawText(of: value) { String(copying: $0) }
      if ["quickconnect", "reactnative"].contains(bridge), let text = document.string(of: value) {
        call.parameters = bridge == "reactnative" ? payload(of: text, name) : text
      }
    }
    places[n] = log.calls.count
    log.calls.append(call)
  }

  /// The parameters in a message of React Native, a text with its command in it, as `kymo run` takes it; the text itself,
  /// as JSON, if it has no command.
  private mutating func payload(of text: String, _ command: String) -> String {
    guard (try? inner.parse(text)) != nil, inner.kind(of: inner.root) == .object,
      first(["type", "cmd", "action", "method", "event"]).flatMap({ inner.string(of: $0) })
        == command
    else { return JSONText(text).line }
    let found = first(["payload", "data", "params", "args"]) ?? inner.root
    return inner.withRawText(of: found) { String(copying: $0) }
  }

  /// The first member that a message has of some names.
  private func first(_ names: [String]) -> JSONValue? {
    for name in names {
      if let value = inner.member(name, of: inner.root) { return value }
    }
    return nil
  }

  private mutating func readReply(_ line: Int) {
    guard let to = integer("to") else { return refuse(line) }
    guard let place = places[to] else {
      if !others.contains(to) { log.strayReplies += 1 }
      return
    }
    let took = document.member("took", of: document.root).flatMap { document.number(of: $0) }
    let value = document.member("value", of: document.root).map { value in
      document.withRawText(of: value) { String(copying: $0) }
    }
    let ok = document.member("ok", of: document.root).flatMap { document.bool(of: $0) }
    log.calls[place].replies.append(
      PhoneCall.Reply(
        isError: ok == false,
        value: value,
        isCut: document.member("cut", of: document.root) != nil,
        nanoseconds: took.flatMap { $0 >= 0 && $0 < 1e9 ? Int64(($0 * 1e6).rounded()) : nil }
      )
    )
  }

  private func string(_ name: String) -> String? {
    document.member(name, of: document.root).flatMap { document.string(of: $0) }
  }

  private func integer(_ name: String) -> Int64? {
    document.member(name, of: document.root).flatMap { document.number(of: $0) }
      .flatMap { Int64(exactly: $0) }
  }
}
