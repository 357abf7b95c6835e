import KymoCore
import KymoText

/// The DevTools protocol of a browser: commands with their answers, and events.
///
/// Commands are answered in their order, so that several can be on their way. Every wait is bounded: by what the page's
/// scripts may take of the processor, and by an hour glass for a browser that does nothing at all.
final class DevTools {
  /// How long a wait may be at all, in seconds, beside five times the time of scripts.
  static let patienceSeconds = 60.0

  private let channel: any DevToolsChannel
  private let limits: ScriptLimits
  private let clock = MonotonicClock()
  private var reader = DevToolsReader()
  private var lastNumber: Int64 = 0
  private var answers: [Int64: JSONText] = [:]
  private var awaited: Set<Int64> = []
  /// Told of events: the name, the parameters, and the session whose it is.
  var event: ((String, JSONText, String?) -> Void)?

  init(_ channel: any DevToolsChannel, limits: ScriptLimits) {
    self.channel = channel
    self.limits = limits
  }

  // MARK: Commands

  /// Sends a command, whose answer somebody waits for.
  func send(
    _ method: String,
    _ parameters: JSONText = .object([]),
    _ session: String? = nil
  ) throws(ScriptError) -> Int64 {
    let number = try post(method, parameters, session)
    awaited.insert(number)
    return number
  }

  /// Sends a command, whose answer nobody waits for.
  @discardableResult
  func post(
    _ method: String,
    _ parameters: JSONText = .object([]),
    _ session: String? = nil
  ) throws(ScriptError) -> Int64 {
    lastNumber += 1
    var members = [
      JSONMember("id", JSONText(lastNumber)), JSONMember("method", JSONText(method)),
      JSONMember("params", parameters),
    ]
    if let session { members.append(JSONMember("sessionId", JSONText(session))) }
    let text = JSONText.object(members).line
    do throws(DevToolsError) { try channel.send(Array(text.utf8) + [0]) } catch {
      throw .browser("\(error)")
    }
    return lastNumber
  }

  /// Sends a command and waits for its answer.
  @discardableResult
  func call(
    _ method: String,
    _ parameters: JSONText = .object([]),
    _ session: String? = nil
  ) throws(ScriptError) -> JSONText {
    try answer(to: try send(method, parameters, session), of: method)
  }

  /// Waits for the answer to a command.
  ///
  /// - Throws: that there is none, or that the browser refuses it.
  func answer(to number: Int64, of method: String) throws(ScriptError) -> JSONText {
    try wait { answers[number] != nil }
    let answer = collect(number) ?? .null
    if let problem = answer["error"]["message"].asText {
      throw .browser("Chromium refuses \(method): \(problem.printable)")
    }
    return answer["result"]
  }

  /// Whether a command was answered.
  func hasAnswer(to number: Int64) -> Bool { answers[number] != nil }

  /// Takes the answer to a command, and lets go of it.
  ///
  /// - Returns: nil if it is not answered, and will not be waited for.
  @discardableResult
  func collect(_ number: Int64) -> JSONText? {
    awaited.remove(number)
    return answers.removeValue(forKey: number)
  }

  /// A text as JSON; nil if it is none.
  func read(_ text: String) -> JSONText? { reader.read(text) }

  // MARK: Waiting

  /// Waits until something is so.
  ///
  /// - Throws: that the browser is gone, that somebody has interrupted, or that it took too long.
  func wait(until isSo: () -> Bool) throws(ScriptError) {
    let begin = clock.now
    var probe: (number: Int64, first: Double?, next: Double)?
    while true {
      while let message = try nextMessage() { take(message) }
      if isSo() { return }
      if limits.isInterrupted?() == true { throw .interrupted(source: "Chromium") }
      let seconds = Double(clock.now - begin) / 1e9
      if seconds > 5 * limits.seconds + Self.patienceSeconds {
        throw .browser("Chromium has not answered within \(Int(seconds)) s")
      }
      // The browser's own process tells how long its pages were at work.
      if seconds >= min(limits.seconds, 3600) / 4, probe == nil || seconds >= probe?.next ?? 0 {
        if let asked = probe, hasAnswer(to: asked.number), let answer = collect(asked.number) {
          let used = Self.processorSeconds(answer["result"])
          let first = asked.first ?? used
          if used - first >= limits.seconds {
            throw .browser(
              "in Chromium, its scripts ran longer than \(limits.seconds) s of processor time without returning "
                + "(--script-time SECONDS lets them run longer)"
            )
          }
          let number = try send("SystemInfo.getProcessInfo")
          probe = (number, first, seconds + min(1, limits.seconds / 4))
        } else if probe == nil {
          probe = (try send("SystemInfo.getProcessInfo"), nil, seconds)
        }
      }
      do throws(DevToolsError) { reader.add(try channel.receive(forMilliseconds: 50)) } catch {
        throw .browser("\(error)")
      }
    }
  }

  private static func processorSeconds(_ result: JSONText) -> Double {
    result["processInfo"].asList.filter { $0["type"].asText == "renderer" }
      .reduce(0) { $0 + ($1["cpuTime"].asNumber ?? 0) }
  }

  private func nextMessage() throws(ScriptError) -> JSONText? {
    do throws(DevToolsError) { return try reader.next() } catch { throw .browser("\(error)") }
  }

  private func take(_ message: JSONText) {
    if let method = message["method"].asText {
      event?(method, message["params"], message["sessionId"].asText)
    } else if let number = message["id"].asNumber.map({ Int64($0) }), awaited.contains(number) {
      answers[number] = message
    }
  }
}
