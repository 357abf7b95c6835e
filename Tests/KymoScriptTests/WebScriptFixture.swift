import KymoScript

/// An object of native code with a value of every kind, and methods of every kind.
final class Controller: WebScriptable {
  var stringValue = "string"
  var secret = "secret"
  var calls: [String] = []
  var finalizations = 0
  var kept: [WebValue] = []
  let date = WebOpaqueObject.date(secondsSince1970: 1_283_961_664, zoneMinutes: 480)
  let dictionary = WebOpaqueObject.dictionary([("key1", "value1"), ("key2", "value2")])
  let frame = WebOpaqueObject.rectangle(x: 275, y: 72, width: 570, height: 657)
  /// Changes the table before it is asked for.
  var adjust: ((inout WebScriptTable) -> Void)?

  struct Refusal: Error, CustomStringConvertible {
    var description: String { "it refuses" }
  }

  func note(_ name: String, _ arguments: [WebValue]) {
    calls.append("\(name)(\(arguments.map { Self.words($0) }.joined(separator: ", ")))")
  }

  static func words(_ value: WebValue) -> String {
    switch value {
    case .undefined: "undefined"
    case .nothing: "nothing"
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let text): "'\(text)'"
    case .array(let values): "[\(values.map { words($0) }.joined(separator: ", "))]"
    case .script(let object): "script \(object.stringRepresentation)"
    case .native: "native"
    case .opaque(let object): "opaque \(object.description)"
    }
  }

  var webScriptDescription: String { "<Controller>" }

  func finalizeForWebScript() { finalizations += 1 }

  var webScriptTable: WebScriptTable {
    var table = WebScriptTable()
    table.key(
      "stringValue",
      get: { .string(self.stringValue) },
      set: { self.stringValue = $0.string ?? Self.words($0) }
    )
    table.key("numberValue", get: { 24 })
    table.key("arrayValue", get: { ["text", 30] })
    table.key("dateValue", get: { .opaque(self.date) })
    table.key("dictValue", get: { .opaque(self.dictionary) })
    table.key("frameValue", get: { .opaque(self.frame) })
    table.key("longName", alias: "short", get: { "aliased" })
    table.method("stringValue") { _ in .string(self.stringValue) }
    table.method("setA:b:c:", alias: "setABC") { arguments in
      self.note("setA:b:c:", arguments)
      return .number(Double(arguments.count))
    }
    table.method("keep:") { arguments in
      self.kept += arguments
      return .undefined
    }
    table.method("identity:") { $0[0] }
    table.method("numberWithA:plusB:callback:", parameters: [.integer(bits: 32), .double, .object])
    {
      arguments in
      let sum = (arguments[0].number ?? 0) + (arguments[1].number ?? 0)
      arguments[2].script?.callWebScriptMethod(
        "call",
        withArguments: [arguments[2], .number(sum)]
      )
      return .undefined
    }
    table.method("refuse") { _ in throw Refusal() }
    adjust?(&table)
    return table
  }
}

/// A page with a controller, and what its observer was told.
final class WebScriptFixture {
  let context: ScriptContext
  let page: WebScriptPage
  let controller = Controller()
  var events: [WebScriptEvent] = []
  var window: WebScriptObject { page.windowScriptObject() }

  init(_ adjust: ((inout WebScriptTable) -> Void)? = nil) throws {
    controller.adjust = adjust
    context = try ScriptContext()
    page = try WebScriptPage(context, origin: "https://page.example")
    page.observer = { [unowned self] in events.append($0) }
    window.setValue(.native(controller), forKey: "controller")
    window.evaluateWebScript("var c = controller")
  }

  /// What a script gives, as a text; what it throws, with a mark before it.
  func text(_ script: String) throws -> String? {
    try context.evaluate(
      "(function () { try { return String(eval(\(quoted(script)))) } catch (e) { return '! ' + e } })()",
      name: "test.js"
    ).string
  }

  private func quoted(_ text: String) -> String {
    "'"
      + text.split(separator: "", omittingEmptySubsequences: true).map {
        $0 == "'" || $0 == "\\" ? "\\" + $0 : $0 == "\n" ? "\\n" : String($0)
      }.joined() + "'"
  }
}
