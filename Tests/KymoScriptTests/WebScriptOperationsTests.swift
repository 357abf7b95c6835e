import KymoScript
import Testing

/// The rows of table 3.1: what native code does with objects of a page.
@Suite struct WebScriptOperationsTests {
  @Test("windowScriptObject: the root, and objects are registered anew for every page")
  func windowScriptObject() throws {
    let first = try WebScriptFixture()
    #expect(first.window.hasWebScriptKey("controller"))
    let second = try WebScriptPage(try ScriptContext())
    #expect(!second.windowScriptObject().hasWebScriptKey("controller"))
    second.windowScriptObject().setValue(.native(first.controller), forKey: "controller")
    #expect(second.windowScriptObject().evaluateWebScript("controller.numberValue") == 24)
  }

  @Test("valueForKey, valueForKeyPath: a path is split at dots; undefined is an error")
  func values() throws {
    let page = try WebScriptFixture()
    page.window.evaluateWebScript(
      "var location = { href: 'http://a/', none: null, get broken() { throw new Error('no') } }"
    )
    #expect(try page.window.value(forKeyPath: "location.href") == "http://a/")
    #expect(try page.window.value(forKey: "location").script?.value(forKey: "href") == "http://a/")
    #expect(throws: WebScriptError.undefinedKey("nowhere")) {
      try page.window.value(forKeyPath: "location.nowhere")
    }
    #expect(throws: WebScriptError.undefinedKey("href")) {
      try page.window.value(forKeyPath: "location.href.href")
    }
    #expect(try page.window.value(forKeyPath: "location.none.href") == .nothing)
    #expect(throws: WebScriptError.undefinedKey("broken")) {
      try page.window.value(forKeyPath: "location.broken")
    }
    guard case .exception(_, operation: "valueForKey:") = page.events.last else {
      Issue.record("\(page.events)")
      return
    }
    #expect(try page.window.value(forKeyPath: "controller.stringValue") == "string")
    #expect(throws: WebScriptError.undefinedKey("secret")) {
      try page.window.value(forKeyPath: "controller.secret")
    }
  }

  @Test("setValue:forKey, forKeyPath: a property is put")
  func setValue() throws {
    let page = try WebScriptFixture()
    page.window.evaluateWebScript(
      "var went = []; var location = { set href(url) { went.push(url) }, none: null }"
    )
    try page.window.setValue("http://b/", forKeyPath: "location.href")
    #expect(page.window.evaluateWebScript("went.join()") == "http://b/")
    try page.window.setValue("new value", forKeyPath: "controller.stringValue")
    #expect(page.controller.stringValue == "new value")
    try page.window.setValue(1, forKeyPath: "location.none.x")
    #expect(page.events == [.setOnNothing(keyPath: "location.none.x")])
    #expect(throws: WebScriptError.undefinedKey("numberValue")) {
      try page.window.setValue(1, forKeyPath: "controller.numberValue")
    }
  }

  @Test("evaluateWebScript: the last expression; undefined if it throws, and an event")
  func evaluateWebScript() throws {
    let page = try WebScriptFixture()
    page.window.evaluateWebScript("function x(x) { return x + 1 }")
    #expect(page.window.evaluateWebScript("x(1)") == 2)
    #expect(page.window.evaluateWebScript("throw new TypeError('no')") == .undefined)
    guard
      case .exception(.thrown(let exception), operation: "evaluateWebScript:") = page.events.last
    else {
      Issue.record("\(page.events)")
      return
    }
    #expect(exception.name == "TypeError")
  }

  @Test("callWebScriptMethod: this is the receiver; not callable is nothing; a throw is undefined")
  func callWebScriptMethod() throws {
    let page = try WebScriptFixture()
    let object = try #require(
      page.window.evaluateWebScript(
        """
        ({ name: 'o', who() { return this.name }, count() { return arguments.length },
           fail() { throw 1 }, get trap() { throw 2 }, five: 5 })
        """
      ).script
    )
    #expect(object.callWebScriptMethod("who") == "o")
    #expect(object.callWebScriptMethod("count") == 0)
    #expect(object.callWebScriptMethod("count", withArguments: [1, .null]) == 2)
    #expect(object.callWebScriptMethod("five") == .nothing)
    #expect(object.callWebScriptMethod("absent") == .nothing)
    #expect(page.events == [.notCallable("five"), .notCallable("absent")])
    #expect(object.callWebScriptMethod("fail") == .undefined)
    #expect(object.callWebScriptMethod("trap") == .undefined)
    #expect(page.events.count == 4)
  }

  @Test("function value x: call with this first")
  func functionValue() throws {
    let page = try WebScriptFixture()
    let function = try #require(
      page.window.evaluateWebScript("(function (a) { return this.base + a })").script
    )
    let this = page.window.evaluateWebScript("({ base: 40 })")
    #expect(function.callWebScriptMethod("call", withArguments: [this, 2]) == 42)
  }

  @Test("remove, has, index get and put, stringRepresentation")
  func others() throws {
    let page = try WebScriptFixture()
    let list = try #require(page.window.evaluateWebScript("[1, 2]").script)
    #expect(list.webScriptValue(at: 1) == 2)
    #expect(list.webScriptValue(at: 9) == .undefined)
    list.setWebScriptValue(at: 2, "three")
    #expect(list.stringRepresentation == "1,2,three")
    let object = try #require(page.window.evaluateWebScript("({ a: 1 })").script)
    #expect(object.hasWebScriptKey("a"))
    object.removeWebScriptKey("a")
    #expect(!object.hasWebScriptKey("a"))
    #expect(object.stringRepresentation == "[object Object]")
  }

  @Test("access safety: getters give nothing, setters do nothing, the text is Undefined")
  func accessSafety() throws {
    let page = try WebScriptFixture()
    let foreign = page.page.windowScriptObject(for: "https://other.example")
    #expect(try foreign.value(forKey: "controller") == .nothing)
    foreign.setValue(1, forKey: "planted")
    #expect(!page.window.hasWebScriptKey("planted"))
    #expect(foreign.stringRepresentation == "Undefined")
    #expect(foreign.evaluateWebScript("1") == .nothing)
    #expect(page.events.count == 4)
    let own = page.page.windowScriptObject(for: "https://page.example")
    let object = try #require(own.evaluateWebScript("({ a: 1 })").script)
    #expect(try object.value(forKey: "a") == 1)
    // The page goes elsewhere: what was got on behalf of its origin is safe no more.
    page.page.origin = "https://other.example"
    #expect(try object.value(forKey: "a") == .nothing)
  }

  @Test("DOM objects are script objects") func documentObjects() throws {
    let page = try WebScriptFixture()
    page.window.evaluateWebScript(
      "var focused = 0; var document = { querySelector: () => ({ focus() { focused++ } }) }"
    )
    let document = try #require(try page.window.value(forKey: "document").script)
    let field = document.callWebScriptMethod("querySelector", withArguments: ["#s"]).script
    field?.callWebScriptMethod("focus")
    #expect(page.window.evaluateWebScript("focused") == 1)
  }
}
