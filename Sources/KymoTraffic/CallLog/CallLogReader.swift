import KymoBridge
import KymoCore
import KymoRecording
import KymoText

/// Reads the lines of a call log: `{"time": …, "url": …}`, `{"time": …, "cmd": …, "msg": …}`, or
/// `{"time": …, "message": …}` with what WebViewJavascriptBridge sends.
package struct CallLogReader: ~Copyable {
  /// Why a line is none of a call log.
  struct Problem: Error, Equatable {
    var message: String
    var remedy: String
    /// Whether the line may be one that ends in the middle.
    var isNoJSON = false

    /// Both in a line.
    var text: String { "\(message) (\(remedy))" }
  }

  /// The content of a line that no recording has, by name.
  package enum Absent: String, CaseIterable {
    case navigation = "addresses to load, which are no calls"
    case response = "responses of the page (responseId), which are no requests"
    case unnamed = "messages to the default handler, which have no handlerName"
    case tooLong = "calls that are longer than a call may be"
    case callback = "callbackIds of messages: a recording knows requests by their numbers"
  }

  /// How many names of members are told apart.
  private static let maximumNames = 100

  private(set) var document = JSONDocument(limits: BridgeLimits(messageBytes: CallLog.lineBytes))
  /// Messages that came as text.
  private var inner = JSONDocument(limits: BridgeLimits(messageBytes: CallLog.lineBytes))
  private var encoder: CallEncoder
  private let limit: Int
  /// The requests that were found so far.
  private(set) var requests: [CallLogRequest] = []
  /// What the recorder of a page says beside its calls; nil if none has written the log.
  var page: RecordedPage?
  private var absentCounts: [Absent: UInt64] = [:]
  private var memberCounts: [String: UInt64] = [:]

  /// Reads under the rules of a page.
  init(_ calls: CallRules) {
    encoder = CallEncoder(base: "", mode: calls.mode, limits: calls.limits)
    limit = calls.limits.urlBytes
  }

  /// The content that was left out, by name.
  var absent: [(what: Absent, count: UInt64)] {
    Absent.allCases.compactMap { what in absentCounts[what].map { (what, $0) } }
  }

  /// The members that mean nothing here, by name.
  var unused: [(name: String, count: UInt64)] {
    memberCounts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }

  /// Reads a line, from 1.
  ///
  /// - Throws: what is wrong with it, and what would be right.
  mutating func read(_ line: ArraySlice<UInt8>, number: Int) throws(Problem) {
    guard line.count <= CallLog.lineBytes else { throw Self.tooLong }
    let text = String(validating: line, as: UTF8.self)
    guard let text else {
      throw Problem(message: "it is not UTF-8", remedy: "write the log as UTF-8")
    }
    do { try document.parse(text) } catch {
      throw Problem(
        message: "it is not JSON: \(error)",
        remedy: "one object a line",
        isNoJSON: true
      )
    }
    guard document.kind(of: document.root) == .object else {
      throw Problem(message: "it is not an object", remedy: "one object a line: \(Self.forms)")
    }
    if isOfRecorder { return try readRecorder(number) }
    let kinds = ["url", "cmd", "message"].filter { document.member($0, of: document.root) != nil }
    guard kinds.count == 1, let kind = kinds.first else {
      let what = kinds.isEmpty ? "it has no call" : "it has \(kinds.joined(separator: " and "))"
      throw Problem(message: what, remedy: "exactly one of \(Self.forms)")
    }
    let time = try time("time")
    switch kind {
    case "url": try readURL(number, time)
    case "cmd": try readCommand(number, time)
    default: try readMessage(number, time)
    }
    countUnused(kind)
  }

  /// The problem of a line that is longer than a line may be.
  static var tooLong: Problem {
    Problem(message: "it has more than \(CallLog.lineBytes >> 20) MiB", remedy: "leave it out")
  }

  private static let forms =
    #"{"time":…,"url":"call?cmd=…"}, {"time":…,"cmd":"…","msg":…}, {"time":…,"message":{…}}"#

  // MARK: Members

  /// The time of a line, by the name of its member.
  func time(_ name: String) throws(Problem) -> CallLogTime {
    let remedy = "a number (ms as of Date.now(), or ns, µs, s), or ISO 8601 with its zone"
    guard let value = document.member(name, of: document.root) else {
      throw Problem(message: "it has no time", remedy: "\"\(name)\" is \(remedy)")
    }
    switch document.kind(of: value) {
    case .integer, .unsigned, .double:
      let digits = document.withRawText(of: value) { $0.text }
      guard CallLogTime.nanoseconds(digits, scale: 0) != nil else { break }
      return .number(digits)
    case .string:
      guard let text = document.string(of: value), let time = CallLogTime(iso: text) else { break }
      return time
    default: break
    }
    let text = document.withRawText(of: value) { $0.text }
    throw Problem(
      message: "its time is \(String(text.prefix(60)).printable)",
      remedy: "it must be \(remedy)"
    )
  }

  private mutating func readURL(_ line: Int, _ time: CallLogTime) throws(Problem) {
    guard let value = document.member("url", of: document.root),
      let url = document.string(of: value)
    else { throw Problem(message: "its url is not a text", remedy: #""url":"call?cmd=…&msg=…""#) }
    guard let text = CallText.call(inAddress: url) else { return count(.navigation) }
    append(Array(text.utf8), line, time, .url)
  }

  private mutating func readCommand(_ line: Int, _ time: CallLogTime) throws(Problem) {
    guard let value = document.member("cmd", of: document.root),
      let name = document.string(of: value), !name.isEmpty
    else { throw Problem(message: "its cmd is not a text", remedy: #""cmd":"NAME""#) }
    var message: String?
    if let value = document.member("msg", of: document.root) {
      switch document.kind(of: value) {
      case .null: break
      case .string: message = document.string(of: value)
      default: message = document.withRawText(of: value) { $0.text }
      }
    }
    append(name, message, line, time, .url)
  }

  /// A message of WebViewJavascriptBridge, a queue of them, or the JSON text of either.
  private mutating func readMessage(_ line: Int, _ time: CallLogTime) throws(Problem) {
    guard let value = document.member("message", of: document.root) else { return }
    let text =
      document.string(of: value) ?? document.withRawText(of: value) { $0.text }
    let problem = Problem(
      message: "its message is not a message",
      remedy: #""message":{"handlerName":"…","data":…}, or a list of such"#
    )
    do { try inner.parse(text) } catch { throw problem }
    switch inner.kind(of: inner.root) {
    case .object: try readMessage(inner.root, line, time, problem)
    case .array:
      var cursor = inner.cursor(over: inner.root)
      while let element = cursor.next(in: inner) {
        guard inner.kind(of: element) == .object else { throw problem }
        try readMessage(element, line, time, problem)
      }
    default: throw problem
    }
  }

  private mutating func readMessage(
    _ message: JSONValue,
    _ line: Int,
    _ time: CallLogTime,
    _ problem: Problem
  ) throws(Problem) {
    // A message with both is a response, as the bridge itself has it.
    if inner.member("responseId", of: message) != nil { return count(.response) }
    guard let value = inner.member("handlerName", of: message), inner.kind(of: value) != .null
    else {
      return count(.unnamed)
    }
    guard let name = inner.string(of: value), !name.isEmpty else { throw problem }
    if inner.member("callbackId", of: message) != nil { count(.callback) }
    let data = inner.member("data", of: message).map { value in
      inner.withRawText(of: value) { $0.text }
    }
    append(name, data, line, time, .poll)
  }

  // MARK: What came of it

  /// Adds a request of a command.
  mutating func append(
    _ name: String,
    _ message: String?,
    _ line: Int,
    _ time: CallLogTime,
    _ transport: BridgeTransport
  ) {
    do { try encoder.encode(command: name, message: message) } catch { return count(.tooLong) }
    append(encoder.withURL { $0.copiedBytes }, line, time, transport)
  }

  private mutating func append(
    _ text: [UInt8],
    _ line: Int,
    _ time: CallLogTime,
    _ transport: BridgeTransport
  ) {
    guard text.count <= limit else { return count(.tooLong) }
    requests.append(CallLogRequest(line: line, time: time, text: text, transport: transport))
  }

  /// Counts what no recording has.
  mutating func count(_ what: Absent) { absentCounts[what, default: 0] += 1 }

  private mutating func countUnused(_ kind: String) {
    var used: Set<String> = ["time", kind]
    if kind == "cmd" { used.insert("msg") }
    var cursor = document.cursor(over: document.root)
    while let (name, _) = cursor.nextMember(in: document) {
      let name = document.string(of: name) ?? ""
      if used.contains(name) { continue }
      let isKnown = memberCounts[name] != nil || memberCounts.count < Self.maximumNames
      memberCounts[isKnown ? name : "others", default: 0] += 1
    }
  }
}
