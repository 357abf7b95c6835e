import KymoScript
import KymoTestSupport
import Testing

/// The rows of 3.3 to 3.5: what scripts may use of native objects, and by what names.
@Suite struct WebScriptExposureTests {
  // MARK: 3.3

  @Test("exposure: nothing that the table does not name") func denyByDefault() throws {
    final class Closed: WebScriptable {
      var secret = 1
      var webScriptTable: WebScriptTable { WebScriptTable() }
    }
    let page = try WebScriptFixture()
    page.window.setValue(.native(Closed()), forKey: "closed")
    #expect(try page.text("closed.secret") == "undefined")
    #expect(try page.text("'secret' in closed") == "false")
    #expect(try page.text("closed.finalizeForWebScript") == "undefined")
    #expect(try page.text("closed.secret = 2; closed.secret") == "undefined")
    #expect(try page.text("closed()").map { $0.hasPrefix("! TypeError") } == true)
    #expect(try page.text("typeof closed + typeof c") == "objectobject")
    #expect(page.events == [.ignoredSet("secret")])
  }

  @Test("exposure: up the chain of superclasses") func superclasses() throws {
    class Base: WebScriptable {
      var webScriptTable: WebScriptTable {
        var table = WebScriptTable()
        table.method("base") { _ in "base" }
        table.method("both") { _ in "base" }
        table.method("hidden") { _ in "base" }
        return table
      }
    }
    final class Derived: Base {
      override var webScriptTable: WebScriptTable {
        var table = super.webScriptTable
        table.method("both") { _ in "derived" }
        table.exclude("hidden")
        return table
      }
    }
    let page = try WebScriptFixture()
    page.window.setValue(.native(Derived()), forKey: "d")
    #expect(try page.text("d.base() + d.both() + typeof d.hidden") == "basederivedundefined")
  }

  @Test("exposure: keys that are not there reach the object's own handlers") func undefinedKeys()
    throws
  {
    var set: [String] = []
    let page = try WebScriptFixture { table in
      table.undefinedKey = { key in key == "magic" ? .string("from " + key) : .undefined }
      table.setUndefinedKey = { key, value in set.append("\(key)=\(Controller.words(value))") }
    }
    #expect(try page.text("c.magic") == "from magic")
    #expect(try page.text("c.other") == "undefined")
    #expect(try page.text("c.other = 5") == "5")
    #expect(set == ["other=5.0"])
  }

  @Test("exposure: c.stringValue is a key; getter and setter methods have names of their own")
  func keysAndMethods() throws {
    let page = try WebScriptFixture { table in
      table.method("text") { _ in "got" }
      table.method("setText:") { .string("set " + ($0[0].string ?? "")) }
    }
    #expect(try page.text("c.stringValue") == "string")
    #expect(try page.text("c.stringValue = 'new'; c.stringValue") == "new")
    #expect(try page.text("c.text() + c.setText_('x')") == "gotset x")
    #expect(try page.text("c.numberValue = 1; c.numberValue") == "24")
    #expect(try page.text("c.short + c.longName") == "aliasedundefined")
    #expect(page.events == [.ignoredSet("numberValue")])
  }

  // MARK: 3.4

  @Test(
    "names: selectors and script names",
    arguments: [
      ("setA:b:c:", "setA_b_c_"),
      ("numberWithA:plusB:callback:", "numberWithA_plusB_callback_"),
      ("moveTo::", "moveTo__"), ("moveTo_", "moveTo$_"), ("moveTo$_", "moveTo$$$_"),
    ]
  )
  func names(_ selector: String, _ name: String) {
    #expect(WebScriptName.mangle(selector) == name)
    #expect(WebScriptName.demangle(name) == selector)
  }

  @Test("names: any selector comes back") func mangling() {
    let seed: UInt64 = 20_261_122
    var random = SeededRandom(seed: seed)
    let letters: [Character] = [":", "_", "$", "a", "Z", "\u{E9}", "\u{1F600}", "\u{301}"]
    for _ in 0..<20_000 {
      let selector = String(
        (0..<random.below(12)).map { _ in letters[random.below(letters.count)] }
      )
      let name = WebScriptName.mangle(selector)
      #expect(!name.contains(":"))
      #expect(
        WebScriptName.demangle(name).map { Array($0.utf8) } == Array(selector.utf8),
        "\(selector), seed \(seed)"
      )
    }
    #expect(WebScriptName.demangle("a$") == nil)
    #expect(WebScriptName.demangle("a$$$") == nil)
  }

  @Test("names: the alias and the mangled name both resolve") func aliases() throws {
    let page = try WebScriptFixture()
    #expect(try page.text("c.setABC('A', 'B', 'C') + c.setA_b_c_('A', 'B', 'C')") == "6")
    #expect(page.controller.calls.count == 2)
    #expect(try page.text("c.setABC === c.setABC") == "true")
  }

  // MARK: 3.5

  @Test("invokeDefaultMethodWithArguments: the object called as a function") func defaultMethod()
    throws
  {
    var got: [String] = []
    let page = try WebScriptFixture { table in
      table.callable { arguments in
        got = arguments.map { Controller.words($0) }
        return .number(Double(arguments.count))
      }
    }
    #expect(try page.text("c(1, null, undefined, 'x')") == "4")
    #expect(got == ["1.0", "null", "undefined", "'x'"])
    #expect(try page.text("typeof c") == "function")
    let scalar = try WebScriptFixture { $0.callable(returns: .double) { _ in 5 } }
    #expect(try scalar.text("c()") == "undefined")
    #expect(scalar.events == [.resultIsNoObject("invokeDefaultMethodWithArguments:")])
  }

  @Test("invokeUndefinedMethodFromWebScript: the raw name and the arguments") func undefinedMethod()
    throws
  {
    var got: [String] = []
    let page = try WebScriptFixture { table in
      table.undefinedMethod = { name, arguments in
        got.append(name + ": " + arguments.map { Controller.words($0) }.joined(separator: " "))
        return "ok"
      }
    }
    #expect(try page.text("c.do_it$_(1, null)") == "ok")
    #expect(got == ["do_it$_: 1.0 null"])
    #expect(try page.text("c.toString()") == "<Controller>")
    #expect(try page.text("c.setABC()") == "3")
  }

  @Test("finalizeForWebScript: once, before the object is let go; held objects are not valid then")
  func finalization() throws {
    let page = try WebScriptFixture()
    let finalized = Controller()
    page.window.setValue(.native(finalized), forKey: "temporary")
    page.window.evaluateWebScript("temporary.keep_({ a: 1 })")
    let held = try #require(finalized.kept.first?.script)
    #expect(try held.value(forKey: "a") == 1)
    page.window.evaluateWebScript("delete globalThis.temporary")
    // The engine's stack may still show the object.
    page.window.evaluateWebScript("(function f(n) { return n && [n, f(n - 1)] })(200)")
    page.page.collectGarbage()
    if finalized.finalizations == 0 { page.page.close() }
    #expect(finalized.finalizations == 1)
    #expect(!held.isValid)
    page.page.close()
    #expect(finalized.finalizations == 1)
  }

  @Test("finalizeForWebScript: all of a thousand, when the page goes or before")
  func finalizations()
    throws
  {
    let page = try WebScriptFixture()
    let objects = (0..<1000).map { _ in Controller() }
    for object in objects {
      page.window.setValue(.native(object), forKey: "one")
      page.window.evaluateWebScript("one.keep_([1])")
    }
    page.page.collectGarbage()
    let early = objects.count { $0.finalizations == 1 }
    #expect(early > 900)
    page.page.close()
    #expect(objects.allSatisfy { $0.finalizations == 1 })
    #expect(objects.allSatisfy { $0.kept[0].script?.isValid == false })
    // Scripts that still have one find nothing in it.
    #expect(try page.text("typeof one.stringValue") == "undefined")
    #expect(page.controller.finalizations == 1)
  }

  @Test("an object that was finalized can be given again") func again() throws {
    let page = try WebScriptFixture()
    let object = Controller()
    for round in 1...3 {
      page.window.setValue(.native(object), forKey: "again")
      page.window.evaluateWebScript("globalThis.again = undefined")
      page.window.evaluateWebScript("(function f(n) { return n && [n, f(n - 1)] })(200)")
      page.page.collectGarbage()
      #expect(object.finalizations <= round)
    }
    page.window.setValue(.native(object), forKey: "again")
    #expect(try page.text("again.stringValue") == "string")
  }

  @Test("throwException, setException: thrown when the native method returns; outside: no")
  func throwException() throws {
    weak var page: WebScriptFixture?
    let fixture = try WebScriptFixture { table in
      table.method("fail:") { arguments in
        #expect(page?.page.throwException("from native: \(Controller.words(arguments[0]))") == true)
        return "ignored"
      }
      table.method("failByObject:") { arguments in
        #expect(arguments[0].script?.setException("by object") == true)
        return .undefined
      }
      table.key(
        "trap",
        get: {
          page?.page.throwException("from a getter")
          return 1
        }
      )
    }
    page = fixture
    #expect(!fixture.page.throwException("outside"))
    #expect(try fixture.text("c.fail_(1)") == "! Error: from native: 1.0")
    #expect(try fixture.text("c.failByObject_({})") == "! Error: by object")
    #expect(try fixture.text("c.trap") == "! Error: from a getter")
    // What is thrown within an inner call belongs to that alone.
    #expect(
      try fixture.text(
        """
        c.numberWithA_plusB_callback_(1, 2, function () { try { c.fail_(2) } catch (e) { log = e.message } });
        log
        """
      ) == "from native: 2.0"
    )
  }

  @Test("native error in a method: the script gets undefined, the observer is told")
  func nativeError() throws {
    let page = try WebScriptFixture()
    #expect(try page.text("c.refuse()") == "undefined")
    #expect(page.events == [.nativeError(member: "refuse", reason: "it refuses")])
  }

  @Test("a script's error within a native method: undefined there, told, and not the caller's")
  func scriptErrorWithin() throws {
    let page = try WebScriptFixture()
    #expect(
      try page.text("c.numberWithA_plusB_callback_(1, 2, function () { throw new Error('inner') })")
        == "undefined"
    )
    #expect(page.events.count == 1)
  }

  @Test("method objects are native code, without call and apply") func methodObjects() throws {
    let page = try WebScriptFixture()
    #expect(try page.text("typeof c.setABC") == "function")
    #expect(try page.text("c.setABC") == "function setABC() {\n    [native code]\n}")
    #expect(try page.text("typeof c.setABC.call + typeof c.setABC.apply") == "undefinedundefined")
    #expect(try page.text("var f = c.setABC; f(1)").map { $0.hasPrefix("! TypeError") } == true)
    #expect(
      try page.text("({ f: c.setABC }).f(1)").map { $0.hasPrefix("! TypeError") } == true
    )
  }

  @Test("the seed's exercise: numberWithA:plusB:callback:") func exercise() throws {
    let page = try WebScriptFixture()
    page.window.evaluateWebScript(
      "var result; c.numberWithA_plusB_callback_(1, 2, function (sum) { result = sum })"
    )
    #expect(page.window.evaluateWebScript("result") == 3)
  }

  @Test("scripts cannot change what native objects inherit from") func pollution() throws {
    let page = try WebScriptFixture()
    #expect(
      try page.text(
        """
        Object.prototype.secret = 'polluted'; Object.prototype.toString = () => 'polluted';
        try { Object.getPrototypeOf(c).toString = () => 'polluted' } catch (e) {}
        String(c) + c.stringValue
        """
      ) == "<Controller>string"
    )
  }

  @Test("nothing is held when the page is closed") func nothingIsHeld() throws {
    let context = try ScriptContext()
    let before = context.heldObjects
    var page: WebScriptPage? = try WebScriptPage(context)
    var kept: [WebValue] = []
    for _ in 0..<100 {
      page?.windowScriptObject().setValue(.native(Controller()), forKey: "c")
      kept.append(page?.windowScriptObject().evaluateWebScript("c.keep_({}); [c]") ?? .undefined)
    }
    #expect(context.heldObjects > before)
    page = nil
    #expect(context.heldObjects == before)
    #expect(kept.allSatisfy { $0.script?.isValid == false })
  }
}
