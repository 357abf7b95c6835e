import KymoCore

/// The calls that a page makes in a run, each with what answers it: for a comparison with those of a phone.
///
/// Calls count as the page makes them, whatever faults do to them later; answers count as they are handed to the page.
public final class PageExchanges {
  /// An answer.
  public struct Answer: Sendable, Equatable {
    /// Whether the call failed.
    public var isError: Bool
    /// The value, or the error as an object with a message, as JSON; nil if there is none.
    public var json: String?
    /// When it was handed to the page, in logical ns.
    public var time: Int64
    /// How long after the call that was, in ns on the wall.
    public var latency: Int64
  }

  /// A call.
  public struct Call: Sendable, Equatable {
    /// When the page made it, in logical ns.
    public var time: Int64
    /// Its command; nil if only the address says it.
    public var command: String?
    /// Its parameters as JSON; nil if there are none, or only the address says them.
    public var parameters: String?
    /// The address that the native side knows it by.
    public var address: String
    /// Its answers, in their order.
    public var answers: [Answer] = []
    fileprivate var begin: Int64
  }

  /// How many calls are kept at most, and how many bytes of them and their answers.
  public static var maximumCalls: Int { 1_000_000 }
  /// See ``maximumCalls``.
  public static var maximumBytes: Int { 256 << 20 }

  /// The calls, in the order in which the page made them.
  public private(set) var calls: [Call] = []
  /// How many more calls and answers there were.
  public private(set) var leftOut: UInt64 = 0
  private var bytes = 0
  /// Who waits, by the page's name for it.
  ///
  /// Looked up, never iterated.
  private var waiting: [String: Int] = [:]
  private let clock = MonotonicClock()

  /// No calls yet.
  public init() {}

  /// Whether so many bytes more find room; they are counted if they do not.
  private func takes(_ count: Int) -> Bool {
    guard calls.count < Self.maximumCalls, bytes + count <= Self.maximumBytes else {
      leftOut += 1
      return false
    }
    bytes += count
    return true
  }

  /// Notes a call.
  ///
  /// - Parameters:
  ///   - address: as the native side knows it.
  ///   - read: as its dialect has read it; nil if it came by none.
  ///   - time: when it was made.
  ///   - responder: what waits for its answer, if it came by named handlers.
  func note(
    call address: String,
    _ read: DialectCall?,
    at time: Int64,
    answeredBy responder: WebViewBridge.Responder?
  ) {
    let size = address.utf8.count + (read?.parameters?.utf8.count ?? 0)
    guard takes(size) else { return }
    let place = calls.count
    calls.append(
      Call(
        time: time,
        command: read?.command,
        parameters: read?.parameters,
        address: address,
        begin: clock.now
      )
    )
    if let read, read.expects != .none { waiting[read.token] = place }
    responder?.onAnswer = { [unowned self] data in
      add(Answer(isError: false, json: data.json, time: now?() ?? time, latency: 0), to: place)
    }
  }

  /// The logical time, for answers of named handlers.
  var now: (() -> Int64)?

  /// Notes a text that is handed to the page half of a dialect: an answer, or something else.
  func note(arrival text: [UInt8], at time: Int64) {
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 3, words[0] == "value" || words[0] == "error",
      let place = waiting[words[1]]
    else { return }
    if words[2] == "0" { waiting[words[1]] = nil }
    let json = text.dropFirst(line.count + 1)
    let answer = Answer(
      isError: words[0] == "error",
      json: json.isEmpty ? nil : String(decoding: json, as: UTF8.self),
      time: time,
      latency: 0
    )
    add(answer, to: place)
  }

  private func add(_ answer: Answer, to place: Int) {
    guard takes(answer.json?.utf8.count ?? 0) else { return }
    var answer = answer
    answer.latency = clock.now - calls[place].begin
    calls[place].answers.append(answer)
  }
}
