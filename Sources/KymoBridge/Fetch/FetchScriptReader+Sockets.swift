import KymoHTTP

/// The servers of web sockets.
extension FetchScriptReader {
  func socket(_ place: Place) throws(FetchScriptError) -> SocketRule {
    let members = try members(
      of: place,
      known: [
        "url", "prefix", "protocol", "delayNanoseconds", "failure", "times", "open", "answers",
      ]
    )
    let address: Place
    var rule: SocketRule
    switch (members["url"], members["prefix"]) {
    case (let url?, nil): (address, rule) = (url, SocketRule(.url(try string(url))))
    case (nil, let prefix?): (address, rule) = (prefix, SocketRule(.prefix(try string(prefix))))
    default: throw failure(place, "a rule has a url or a prefix")
    }
    let text = try string(address)
    guard text.hasPrefix("ws://") || text.hasPrefix("wss://") else {
      throw failure(address, "'\(text)' does not begin with ws:// or wss://")
    }
    if let name = members["protocol"] { rule.protocolName = try string(name) }
    if let delay = members["delayNanoseconds"] { rule.delayNanoseconds = try self.delay(delay) }
    if let times = members["times"] { rule.times = Int(try integer(times, 1...1_000_000)) }
    if let failure = members["failure"] { rule.failure = try self.failure(named: failure) }
    if let steps = members["open"] { rule.opening = try socketSteps(steps) }
    if let answers = members["answers"] {
      rule.answers = try elements(of: answers, atMost: FetchScript.maximumRules)
        .map { place throws(FetchScriptError) in try socketAnswer(place) }
    }
    guard rule.failure == nil || rule.opening.isEmpty && rule.answers.isEmpty else {
      throw failure(place, "a server that fails says nothing")
    }
    return rule
  }

  private func socketAnswer(_ place: Place) throws(FetchScriptError) -> SocketRule.Answer {
    let members = try members(of: place, known: ["text", "prefix", "hex", "times", "then"])
    guard ["text", "prefix", "hex"].count(where: { members[$0] != nil }) <= 1 else {
      throw failure(place, "an answer is for a text, a prefix or hex")
    }
    guard let then = members["then"] else { throw failure(place, "an answer has what comes then") }
    var pattern = SocketRule.Answer.Pattern.any
    if let prefix = members["prefix"] { pattern = .prefix(try string(prefix)) }
    if let text = members["text"] { pattern = .text(try string(text)) }
    if members["hex"] != nil, let bytes = try body(members) { pattern = .bytes(bytes) }
    return SocketRule.Answer(
      to: pattern,
      times: try members["times"].map { place throws(FetchScriptError) in
        Int(try integer(place, 1...1_000_000))
      },
      steps: try socketSteps(then)
    )
  }

  private func socketSteps(_ place: Place) throws(FetchScriptError) -> [SocketRule.Step] {
    try elements(of: place, atMost: FetchScript.maximumRules)
      .map { place throws(FetchScriptError) in try socketStep(place) }
  }

  private func socketStep(_ place: Place) throws(FetchScriptError) -> SocketRule.Step {
    let members = try members(
      of: place,
      known: ["delayNanoseconds", "text", "hex", "echo", "close", "reason", "failure"]
    )
    let kinds = ["text", "hex", "echo", "close", "failure"].filter { members[$0] != nil }
    guard kinds.count == 1, let kind = kinds.first, let value = members[kind] else {
      throw failure(place, "a step has text, hex, echo, close or failure")
    }
    guard members["reason"] == nil || kind == "close" else {
      throw failure(place, "only what closes has a reason")
    }
    let action: SocketRule.Step.Action
    switch kind {
    case "text": action = .text(try string(value))
    case "hex": action = .bytes(try body(members) ?? [])
    case "echo": action = .echo
    case "close":
      let reason = try members["reason"].map { place throws(FetchScriptError) in
        try string(place)
      }
      action = .close(Int(try integer(value, 1000...4999)), reason ?? "")
    default: action = .fail(try failure(named: value))
    }
    let delay = try members["delayNanoseconds"].map { place throws(FetchScriptError) in
      try self.delay(place)
    }
    return SocketRule.Step(action, after: delay ?? 0)
  }
}
