import KymoBridge
import KymoHTTP
import KymoMCAP
import KymoText

/// A page's scripts with the platform around them: from one load to the next.
final class WebWorld: PageWorld {
  let context: ScriptContext
  private let page: ScriptObject
  private let takeTurn: ScriptObject
  private let findTimer: ScriptObject
  private let motionFunction: ScriptObject
  private let positionFunction: ScriptObject
  private let acknowledgeFunction: ScriptObject?
  /// The sensors that the page listens to.
  let wishes: SensorWishes

  /// Makes a new world and evaluates the platform in it.
  init(_ view: WebView, _ site: WebSite) throws(ScriptError) {
    context = try ScriptContext(limits: view.options.limits)
    wishes = SensorWishes()
    guard let host = try context.evaluate("({ __proto__: null })", name: "host").object,
      let kit = try context.evaluate("({ __proto__: null })", name: "kit").object
    else { throw .engine("it makes no objects") }
    try WebHost(context: context, view: view, site: site, wishes: wishes).fill(host)
    var environment: ScriptObject?
    let part = context.makeFunction { [unowned context] arguments in
      guard let script = ScriptSource.later.first(where: { $0.name == arguments.string(0) }) else {
        return .undefined
      }
      return try context.evaluate(script)
    }
    try host.set("part", .object(part))
    for script in ScriptSource.platform {
      let made = try context.evaluate(script).object?.call([.object(host), .object(kit)])
      if environment == nil { environment = made?.object }
    }
    guard let page = try kit.get("page").object, let environment,
      let takeTurn = try environment.get("runTimers").object,
      let findTimer = try environment.get("nextTimer").object,
      let motion = try page.get("motion").object,
      let position = try page.get("position").object
    else { throw .notCallable("the platform") }
    try kit.set(
      "loaded",
      .object(
        context.makeFunction { [unowned view] _ in
          view.didFinish()
          return .undefined
        }
      )
    )
    if let rejected = try page.get("rejected").object {
      try context.setUnhandledRejection(rejected)
    }
    acknowledgeFunction = try page.get("acknowledge").object
    self.page = page
    self.takeTurn = takeTurn
    self.findTimer = findTimer
    motionFunction = motion
    positionFunction = position
  }

  func restore(_ value: String, of key: String, in area: String) throws(ScriptError) {
    try call("restore", [.string(area), .string(key), .string(value)])
  }

  func load(
    _ text: String,
    at url: String,
    name: String,
    isScript: Bool
  ) throws(ScriptError) {
    try page.call(
      method: "load",
      [.string(text), .string(url), .boolean(isScript), .string(name)]
    )
  }

  func nextTurn() throws(ScriptError) -> Double {
    try findTimer.call().number ?? .infinity
  }

  func takeTurn(_ milliseconds: Double) throws(ScriptError) -> Bool {
    try takeTurn.call([.number(milliseconds)]).boolean ?? false
  }

  func motion(_ values: Span<Double>) throws(ScriptError) {
    try motionFunction.call(numbers: values)
  }

  func position(_ values: Span<Double>) throws(ScriptError) {
    try positionFunction.call(numbers: values)
  }

  /// Hands a reply to the page's function of that name, which it may have put in the place of ours.
  func run(reply script: RawSpan) throws(ScriptError) {
    var bytes: [UInt8] = []
    bytes.append(copying: script)
    guard let reply = ReplyText(bytes),
      let function = try context.global.get(reply.function).object,
      function.isFunction
    else {
      try context.evaluate(String(decoding: bytes, as: UTF8.self), name: "reply")
      return
    }
    if reply.function == "handleJSONRequest" {
      try function.call([.string(reply.command), .string(reply.json)])
    } else {
      guard let value = context.value(json: reply.json) else {
        try context.evaluate(String(decoding: bytes, as: UTF8.self), name: "reply")
        return
      }
      try function.call([.string(reply.command), value])
    }
  }

  /// How many calls wait in the page's queue, behind the one in flight; or in that of the book's com.js.
  func waitingCalls() throws(ScriptError) -> Double {
    guard let queue = try page.get("quickConnect").object,
      let state = try queue.call(method: "state").object
    else { return 0 }
    let waiting = (try state.get("waiting").number ?? 0) + (try state.get("kept").number ?? 0)
    return try state.get("state") == "inFlight" ? waiting - 1 : waiting
  }

  func acknowledge() throws(ScriptError) {
    try acknowledgeFunction?.call()
  }

  func fetch(_ number: Double, _ event: FetchEvent) throws(ScriptError) {
    switch event {
    case .response(let response):
      let fields = JSONText.object(
        response.fields.map { JSONMember($0.name, JSONText($0.value)) }
      )
      try call(
        "fetchResponse",
        [
          .number(number), .number(Double(response.status)), .string(fields.compactText),
          .string(response.url),
        ]
      )
    case .data(let bytes):
      try call("fetchData", [.number(number), .object(try context.makeBuffer(bytes))])
    case .end: try call("fetchEnd", [.number(number)])
    case .failure(let failure): try fetch(number, failed: "\(failure)")
    }
  }

  func fetch(_ number: Double, failed reason: String) throws(ScriptError) {
    try call("fetchFailed", [.number(number), .string(reason)])
  }

  /// Calls a function of the platform by its name, and gives what it returns.
  func value(of name: String, _ arguments: [ScriptValue]) throws(ScriptError) -> ScriptValue {
    try page.call(method: name, arguments)
  }

  /// Calls a function of the platform by its name.
  func call(_ name: String, _ arguments: [ScriptValue]) throws(ScriptError) {
    try page.call(method: name, arguments)
  }
}

/// The sensors that a page listens to.
final class SensorWishes {
  var motion = false
  var positions = false
}

extension ScriptContext {
  /// Evaluates a script of the platform in its place: a function of the host and of what the scripts share.
  fileprivate func evaluate(
    _ script: (name: String, place: ScriptSource.Place, text: [UInt8])
  ) throws(ScriptError) -> ScriptValue {
    let (text, name) = (String(decoding: script.text, as: UTF8.self), "kymograph/" + script.name)
    return script.place == .page
      ? try evaluate(text, name: name) : try evaluateApart(text, name: name)
  }
}
