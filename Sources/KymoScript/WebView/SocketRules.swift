import KymoBridge
import KymoText

/// The servers of web sockets, as the platform of a page reads them (sockets.js): delays in ms, bytes as digits.
enum SocketRules {
  static func json(_ rules: [SocketRule]) -> String {
    JSONText.array(rules.map(rule)).line
  }

  private static func rule(_ rule: SocketRule) -> JSONText {
    var members: [JSONMember] = []
    switch rule.pattern {
    case .url(let url): members.append(JSONMember("url", JSONText(url)))
    case .prefix(let prefix): members.append(JSONMember("prefix", JSONText(prefix)))
    }
    if let name = rule.protocolName { members.append(JSONMember("protocol", JSONText(name))) }
    if let times = rule.times { members.append(JSONMember("times", JSONText(times))) }
    if let failure = rule.failure {
      members.append(JSONMember("failure", JSONText(failure.rawValue)))
    }
    members += [
      delay(rule.delayNanoseconds), JSONMember("open", steps(rule.opening)),
      JSONMember("answers", .array(rule.answers.map(answer))),
    ]
    return .object(members)
  }

  private static func answer(_ answer: SocketRule.Answer) -> JSONText {
    var members: [JSONMember] = []
    switch answer.pattern {
    case .any: break
    case .text(let text): members.append(JSONMember("text", JSONText(text)))
    case .prefix(let prefix): members.append(JSONMember("prefix", JSONText(prefix)))
    case .bytes(let bytes): members.append(JSONMember("hex", digits(bytes)))
    }
    if let times = answer.times { members.append(JSONMember("times", JSONText(times))) }
    return .object(members + [JSONMember("then", steps(answer.steps))])
  }

  private static func steps(_ steps: [SocketRule.Step]) -> JSONText {
    .array(
      steps.map { step in
        let members =
          switch step.action {
          case .text(let text): [JSONMember("text", JSONText(text))]
          case .bytes(let bytes): [JSONMember("hex", digits(bytes))]
          case .echo: [JSONMember("echo", JSONText(true))]
          case .close(let code, let reason):
            [JSONMember("close", JSONText(code)), JSONMember("reason", JSONText(reason))]
          case .fail(let failure): [JSONMember("failure", JSONText(failure.rawValue))]
          }
        return .object([delay(step.delayNanoseconds)] + members)
      }
    )
  }

  private static func delay(_ nanoseconds: Int64) -> JSONMember {
    JSONMember("delay", JSONText(Double(nanoseconds) / 1e6))
  }

  private static func digits(_ bytes: [UInt8]) -> JSONText { JSONText(HexBytes.encode(bytes)) }
}
