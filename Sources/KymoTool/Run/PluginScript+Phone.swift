import KymoBridge
import KymoScript
import KymoText
import KymoTraffic

extension PluginScript {
  /// The replies of a phone: each call of a command is answered in turn, after as long as on the phone.
  init(_ phone: PhoneLog) {
    self.init()
    var document = JSONDocument(limits: BridgeLimits(messageBytes: 1 << 24))
    for call in phone.calls {
      add(callOf: call.command, call.replies.map { Self.step($0, call.bridge, &document) })
    }
  }

  private static func step(
    _ reply: PhoneCall.Reply,
    _ bridge: String,
    _ document: inout JSONDocument
  ) -> Step {
    let delay = min(reply.nanoseconds ?? 0, maximumDelayNanoseconds)
    guard reply.isError else { return Step(value: reply.value, after: delay) }
    guard let value = reply.value, (try? document.parse(value)) != nil else {
      return Step(failure: "", "", data: nil, after: delay)
    }
    let root = document.root
    func text(_ name: String) -> String? {
      document.member(name, of: root).flatMap { document.string(of: $0) ?? number($0) }
    }
    func number(_ value: JSONValue) -> String? {
      document.integer(of: value).map { "\($0)" }
    }
    func raw(_ value: JSONValue) -> String {
      document.withRawText(of: value) { String(copying: $0) }
    }
    let message = document.string(of: root) ?? text("message") ?? ""
    // A page in Cordova gets what a plugin gives, whatever that is.
    if bridge == "cordova" { return Step(failure: "", message, data: value, after: delay) }
    var data: String?
    if let given = document.member("data", of: root), document.kind(of: given) == .object {
      data = raw(given)
    } else {
      var rest: [String] = []
      var cursor = document.cursor(over: root)
      while document.kind(of: root) == .object, let (name, member) = cursor.nextMember(in: document)
      {
        let key = document.string(of: name) ?? ""
        if ["message", "errorMessage", "code", "data"].contains(key) { continue }
        rest.append("\(JSONText(key).line):\(raw(member))")
      }
      if !rest.isEmpty { data = "{\(rest.joined(separator: ","))}" }
    }
    return Step(failure: text("code") ?? "", message, data: data, after: delay)
  }
}
