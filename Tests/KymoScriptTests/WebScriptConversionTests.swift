import KymoScript
import Testing

/// The rows of table 3.2: what becomes of values on their way.
@Suite struct WebScriptConversionTests {
  @Test("JS undefined, null, boolean, number, string: themselves; null is nothing")
  func scalars() throws {
    let page = try WebScriptFixture()
    let window = page.window
    #expect(window.evaluateWebScript("undefined") == .undefined)
    #expect(window.evaluateWebScript("null") == .nothing)
    #expect(window.evaluateWebScript("true") == true)
    #expect(window.evaluateWebScript("1.5") == 1.5)
    #expect(window.evaluateWebScript("'a\u{1F600}'") == "a\u{1F600}")
  }

  @Test("JS array, Date, function, object: script objects; an array is no list")
  func objects() throws {
    let page = try WebScriptFixture()
    for script in ["[1]", "new Date(0)", "(function () {})", "({})", "/x/", "Symbol.iterator"] {
      #expect(page.window.evaluateWebScript(script).script != nil, "\(script)")
    }
    #expect(page.window.evaluateWebScript("[7]").script?.webScriptValue(at: 0) == 7)
  }

  @Test("wrapped native object: the original, and the same object given twice is the same")
  func originals() throws {
    let page = try WebScriptFixture()
    #expect(page.window.evaluateWebScript("controller") == .native(page.controller))
    page.window.setValue(.native(page.controller), forKey: "again")
    #expect(page.window.evaluateWebScript("again === controller") == true)
    #expect(page.window.evaluateWebScript("c.dateValue === c.dateValue") == true)
    #expect(page.window.evaluateWebScript("c.dateValue") == .opaque(page.controller.date))
    #expect(page.window.evaluateWebScript("c.arrayValue") == ["text", 30])
  }

  @Test("scalar parameter: a numeric cast of number, string, boolean, else 0; truncates")
  func scalarParameters() throws {
    let page = try WebScriptFixture { table in
      for (name, type) in [
        ("int", WebType.integer(bits: 32)), ("char", .integer(bits: 8)),
        ("uint", .unsigned(bits: 32)), ("float", .float), ("double", .double), ("bool", .boolean),
      ] {
        table.method("\(name):", parameters: [type], returns: type) { $0[0] }
      }
    }
    let expected: [(String, WebValue)] = [
      ("c.int_(3.9)", 3), ("c.int_(-3.9)", -3), ("c.int_('12')", 12), ("c.int_('0x10')", 16),
      ("c.int_('12px')", 0), ("c.int_(true)", 1), ("c.int_(null)", 0), ("c.int_()", 0),
      ("c.int_({})", 0), ("c.int_([5])", 0), ("c.int_(4294967297)", 1), ("c.int_(NaN)", 0),
      ("c.int_(2147483648)", -2_147_483_648), ("c.char_(200)", -56), ("c.uint_(-1)", 4_294_967_295),
      ("c.double_('1.5')", 1.5), ("c.double_(c.dateValue)", 0),
      ("c.float_(0.1)", 0.10000000149011612),
      ("c.bool_(2)", true), ("c.bool_(0)", false), ("c.bool_('')", false), ("c.bool_({})", false),
      ("c.bool_(c.dateValue)", false), ("isNaN(c.double_(NaN))", true),
      ("isNaN(c.double_('x'))", true),
    ]
    for (script, value) in expected {
      #expect(page.window.evaluateWebScript(script) == value, "\(script)")
    }
  }

  @Test("missing argument: undefined; surplus arguments: dropped") func argumentCount() throws {
    let page = try WebScriptFixture()
    #expect(page.window.evaluateWebScript("c.setABC(1)") == 3)
    #expect(page.window.evaluateWebScript("c.setABC(1, 2, 3, 4, 5)") == 3)
    #expect(
      page.controller.calls == [
        "setA:b:c:(1.0, undefined, undefined)", "setA:b:c:(1.0, 2.0, 3.0)",
      ]
    )
  }

  @Test("nil, NSNull, WebUndefined, booleans, numbers, strings: to JS") func toScript() throws {
    let page = try WebScriptFixture()
    let window = page.window
    for (value, expected) in [
      (WebValue.nothing, "undefined"), (.null, "null"), (.undefined, "undefined"),
      (true, "true"), (1.5, "1.5"), ("text", "text"),
    ] {
      window.setValue(value, forKey: "v")
      #expect(try page.text("v") == expected)
    }
  }

  @Test("NSArray: a read-only array-like object") func arrays() throws {
    let page = try WebScriptFixture()
    #expect(try page.text("c.arrayValue") == "text,30")
    #expect(
      try page.text("c.arrayValue.length + c.arrayValue[0] + c.arrayValue[2]") == "2textundefined"
    )
    #expect(try page.text("c.arrayValue[0] = 1") == "! TypeError: Array is not mutable.")
    #expect(try page.text("c.arrayValue.push(1)") == "! TypeError: Array is not mutable.")
    #expect(try page.text("var k = []; for (var i in c.arrayValue) k.push(i); k.join()") == "0,1")
    #expect(try page.text("c.arrayValue.map(x => x + 1).join('|')") == "text1|31")
    page.window.setValue([.nothing, .null, [1]], forKey: "nested")
    #expect(
      try page.text("nested[0] === undefined && nested[1] === null && nested[2][0] === 1") == "true"
    )
  }

  @Test("WebScriptObject: the object itself; one that is not valid: undefined") func objectsBack()
    throws
  {
    let page = try WebScriptFixture()
    let object = page.window.evaluateWebScript("var o = {}; o")
    page.window.setValue(object, forKey: "same")
    #expect(try page.text("same === o") == "true")
    let other = try WebScriptFixture()
    other.window.setValue(object, forKey: "foreign")
    #expect(try other.text("foreign") == "undefined")
    #expect(other.events == [.foreignObject])
    page.page.close()
    other.window.setValue(object, forKey: "gone")
    #expect(try other.text("gone") == "undefined")
  }

  @Test("NSDate, NSDictionary, NSRect: opaque; text is the description, number 0")
  func opaques() throws {
    let page = try WebScriptFixture()
    #expect(try page.text("c.dateValue") == "2010-09-09 00:01:04 +0800")
    #expect(try page.text("'' + c.dateValue") == "2010-09-09 00:01:04 +0800")
    #expect(try page.text("c.dateValue.toString()") == "2010-09-09 00:01:04 +0800")
    #expect(try page.text("+c.dateValue") == "0")
    #expect(try page.text("c.dateValue * 2") == "0")
    #expect(try page.text("c.dictValue") == "{\n    key1 = value1;\n    key2 = value2;\n}")
    #expect(try page.text("c.frameValue") == "NSRect: {{275, 72}, {570, 657}}")
    #expect(try page.text("c") == "<Controller>")
    #expect(try page.text("c.dateValue.x = 1; c.dateValue.x") == "undefined")
  }

  @Test("the seed's page prints what the seed says") func seed() throws {
    let page = try WebScriptFixture()
    let script = """
      var html = ''; ['stringValue', 'numberValue', 'arrayValue', 'dateValue', 'dictValue', 'frameValue']
        .forEach(function (key) { html += '' + c[key] + ' ' }); html.replace(/\\s+/g, ' ')
      """
    #expect(
      try page.text(script)
        == "string 24 text,30 2010-09-09 00:01:04 +0800 { key1 = value1; key2 = value2; } "
        + "NSRect: {{275, 72}, {570, 657}} "
    )
  }

  @Test("C scalars: number or boolean; structures and pointers: not exported") func results() throws
  {
    let page = try WebScriptFixture { table in
      table.method("count", returns: .integer(bits: 32)) { _ in 7.9 }
      table.method("isOn", returns: .boolean) { _ in 1 }
      table.method("nothing", returns: .void) { _ in 5 }
      table.method("frame", returns: .structure) { _ in 1 }
      table.method("at:", parameters: [.pointer]) { _ in 1 }
    }
    #expect(page.window.evaluateWebScript("c.count()") == 7)
    #expect(page.window.evaluateWebScript("c.isOn()") == true)
    #expect(page.window.evaluateWebScript("c.nothing()") == .undefined)
    #expect(page.window.evaluateWebScript("typeof c.frame + typeof c.at_") == "undefinedundefined")
  }

  @Test("dates are right, before 1970 and in leap years") func dates() {
    for (seconds, zone, expected) in [
      (Int64(0), 0, "1970-01-01 00:00:00 +0000"), (-1, 0, "1969-12-31 23:59:59 +0000"),
      (951_782_400, 0, "2000-02-29 00:00:00 +0000"),
      (951_782_400, -90, "2000-02-28 22:30:00 -0130"),
      (4_107_542_400, 0, "2100-03-01 00:00:00 +0000"),
      (-62_135_596_800, 0, "0001-01-01 00:00:00 +0000"),
    ] {
      #expect(
        WebOpaqueObject.date(secondsSince1970: seconds, zoneMinutes: zone).description == expected
      )
    }
  }
}
