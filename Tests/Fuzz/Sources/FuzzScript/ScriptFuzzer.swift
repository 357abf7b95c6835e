import KymoScript

/// Any bytes at the border to a page: as its queue, as data, as a value, as a name.
///
/// Nothing crashes, every message is accounted for, a text comes back as it went, and names come back from selectors.
final class ScriptFuzzer {
  private let bridge: WebViewBridge
  private let context: ScriptContext
  private let page: WebScriptPage
  private let next: ScriptObject
  private let object = Echo()

  /// Gives back what it gets.
  final class Echo: WebScriptable {
    var webScriptTable: WebScriptTable {
      var table = WebScriptTable()
      table.method("echo:", alias: "echo") { $0[0] }
      table.method("number:", parameters: [.integer(bits: 32)]) { $0[0] }
      table.undefinedMethod = { name, _ in .string(name) }
      return table
    }
  }

  private static let platform = """
    var window = globalThis;
    (function () {
      let tasks = [];
      window.setTimeout = task => { tasks.push(task); };
      window.next = () => { const task = tasks.shift(); if (task) task(); return task !== undefined; };
      window.document = {};
      window.console = { log() {} };
      window.WVJBCallbacks = [bridge => bridge.registerHandler('echo', (data, respond) => respond(data))];
    })();
    """

  init() throws {
    var options = WebViewBridge.Options()
    options.signal = .direct
    options.delivery = .evaluation
    bridge = WebViewBridge(options: options)
    var limits = ScriptLimits()
    limits.seconds = .infinity
    context = try ScriptContext(limits: limits)
    try context.evaluate(Self.platform, name: "platform.js")
    guard let next = try context.global.get("next").object else {
      preconditionFailure("the platform has no queue")
    }
    self.next = next
    page = try WebScriptPage(context)
    try bridge.attach(context)
    bridge.shouldStart("https://__bridge_loaded__")
    page.windowScriptObject().setValue(.native(object), forKey: "native")
    bridge.registerHandler("echo") { data, respond in respond(data) }
    while try next.call() == true {}
  }

  func run(_ text: String) {
    checkName(text)
    bridge.take(queue: text)
    bridge.take(queue: "[" + text + "]")
    bridge.shouldStart(text)
    checkText(text)
    checkValue(text)
    if let payload = WebViewBridge.Payload(json: text) {
      var count = 0
      bridge.callHandler("echo", payload) { _ in count += 1 }
      settle()
      precondition(count == 1, "JSON that is data was not answered")
    }
    precondition(bridge.ledger.isBalanced, "a message is not accounted for")
  }

  private func settle() {
    do { while try next.call() == true {} } catch {
      preconditionFailure("the page threw: \(error)")
    }
  }

  private func checkName(_ text: String) {
    let back = WebScriptName.demangle(WebScriptName.mangle(text))
    precondition(back.map { $0.utf8.elementsEqual(text.utf8) } == true, "a selector changed")
    if let selector = WebScriptName.demangle(text), !text.contains(":"),
      !selector.contains(where: { $0 == "$" })
    {
      precondition(WebScriptName.demangle(WebScriptName.mangle(selector)) == selector)
    }
  }

  private func checkText(_ text: String) {
    var answer: String?
    bridge.callHandler("echo", .text(text)) { answer = $0.text }
    settle()
    precondition(answer.map { $0.utf8.elementsEqual(text.utf8) } == true, "a text changed")
  }

  private func checkValue(_ text: String) {
    let window = page.windowScriptObject()
    guard let native = try? window.value(forKey: "native").native, native === object,
      let proxy = window.evaluateWebScript("({ call: (m, v) => native[m](v) })").script
    else { preconditionFailure("the native object is gone") }
    let back = proxy.callWebScriptMethod("call", withArguments: ["echo", .string(text)])
    precondition(back == .string(text), "a value changed")
    _ = proxy.callWebScriptMethod("call", withArguments: ["number_", .string(text)])
    _ = proxy.callWebScriptMethod("call", withArguments: [.string(text), [.string(text)]])
    if let value = context.value(json: text) {
      try? context.global.set("value", value)
      _ = window.evaluateWebScript("native.echo(value)")
    }
  }
}
