import KymoScript
import Synchronization
import Testing

/// What scripts give and throw, and where they are ended.
@Suite struct ScriptContextTests {
  @Test func aScriptIsEvaluated() throws {
    let context = try ScriptContext()
    #expect(try context.evaluate("6 * 7", name: "answer.js") == 42)
    #expect(
      try context.evaluate("'Gr\u{FC}\u{DF}e \u{1F600}'", name: "text.js")
        == "Gr\u{FC}\u{DF}e \u{1F600}"
    )
    #expect(try context.evaluate("'a\\0b'", name: "text.js") == "a\0b")
    #expect(try context.evaluate("null", name: "null.js") == .null)
    #expect(try context.evaluate("undefined", name: "null.js") == .undefined)
    #expect(try context.evaluate("1 < 2", name: "null.js") == true)
  }

  @Test("texts that go to scripts together are not collected before they are there")
  func manyTextsAtOnce() throws {
    let context = try ScriptContext()
    let check = try #require(
      try context.evaluate(
        "(first, ...texts) => texts.every((one, n) => one === `the text of number ${first + n}`)",
        name: "check.js"
      ).object
    )
    func texts(_ first: Int, _ count: Int) -> [ScriptValue] {
      (first..<first + count).map { .string("the text of number \($0)") }
    }
    var right = 0
    // Each size of arguments: those on the stack, and those that are too many for it.
    for call in 0..<20_000 where try check.call([.number(Double(call))] + texts(call, 7)) == true {
      right += 1
    }
    for call in 0..<500 where try check.call([.number(Double(call))] + texts(call, 300)) == true {
      right += 1
    }
    #expect(right == 20_500)
    let many = try context.makeArray(texts(0, 150_000))
    try context.global.set("many", .object(many))
    #expect(
      try context.evaluate(
        "many.every((one, n) => one === `the text of number ${n}`)",
        name: "m.js"
      )
        == true
    )
  }

  @Test func whatIsThrownNamesItsPlace() throws {
    let context = try ScriptContext()
    do {
      try context.evaluate("\n\n  missing.call()", name: "page.js", line: 10)
      Issue.record("nothing was thrown")
    } catch {
      guard case .thrown(let exception) = error else { throw error }
      #expect(exception.name == "ReferenceError")
      #expect(exception.source == "page.js")
      #expect(exception.line == 12)
      #expect("\(error)".hasPrefix("page.js:12:"), "\(error)")
    }
    #expect(throws: ScriptError.self) { try context.evaluate("let = ;", name: "syntax.js") }
    #expect(throws: ScriptError.self) { try context.evaluate("throw 5", name: "five.js") }
  }

  @Test func anEndlessLoopIsEnded() throws {
    var limits = ScriptLimits()
    limits.seconds = 0.2
    let context = try ScriptContext(limits: limits)
    #expect(throws: ScriptError.timeLimit(0.2, source: "loop.js")) {
      try context.evaluate("try { while (true) {} } catch (e) {} ", name: "loop.js")
    }
    // The next call has its own time.
    #expect(try context.evaluate("1 + 1", name: "after.js") == 2)
  }

  @Test func aScriptThatIsInterruptedIsEnded() throws {
    let asked = Asked()
    var limits = ScriptLimits()
    limits.seconds = 60
    limits.isInterrupted = { asked.count.wrappingAdd(1, ordering: .relaxed).newValue > 3 }
    let context = try ScriptContext(limits: limits)
    #expect(throws: ScriptError.interrupted(source: "loop.js")) {
      try context.evaluate("try { while (true) {} } catch (e) {} ", name: "loop.js")
    }
    #expect(asked.count.load(ordering: .relaxed) == 4)
  }

  @Test func tooMuchMemoryIsRefused() throws {
    var limits = ScriptLimits()
    limits.memoryBytes = 200 << 20
    limits.seconds = 60
    let context = try ScriptContext(limits: limits)
    #expect(throws: ScriptError.memoryLimit(200 << 20, source: "greedy.js")) {
      try context.evaluate(
        "const all = []; while (true) all.push(new Array(10000).fill(1.5));",
        name: "greedy.js"
      )
    }
  }

  @Test func deepRecursionIsAnError() throws {
    let context = try ScriptContext()
    do {
      try context.evaluate("function f() { return f() + 1 } f()", name: "deep.js")
      Issue.record("nothing was thrown")
    } catch {
      guard case .thrown(let exception) = error else { throw error }
      #expect(exception.name == "RangeError")
    }
  }

  @Test func nativeFunctionsAreCalledAndThrow() throws {
    let context = try ScriptContext()
    let global = context.global
    try global.set("add", .object(context.makeFunction { .number($0.number(0) + $0.number(1)) }))
    #expect(try context.evaluate("add(1, 2)", name: "add.js") == 3)
    #expect(try context.evaluate("typeof add", name: "add.js") == "function")
    try global.set(
      "fail",
      .object(context.makeFunction { _ in throw ScriptException(name: "TypeError", message: "no") })
    )
    #expect(
      try context.evaluate(
        "try { fail() } catch (e) { e.name + ': ' + e.message }",
        name: "fail.js"
      )
        == "TypeError: no"
    )
  }

  @Test func aCallFromANativeFunctionComesBack() throws {
    let context = try ScriptContext()
    let twice = context.makeFunction { arguments in
      guard let function = arguments[0].object else { return .undefined }
      try function.call([1])
      return try function.call([2])
    }
    try context.global.set("twice", .object(twice))
    #expect(
      try context.evaluate("let sum = 0; twice(x => sum += x); sum", name: "twice.js") == 3
    )
  }

  @Test func promisesRunBeforeTheCallReturns() throws {
    let context = try ScriptContext()
    try context.evaluate(
      "var order = []; Promise.resolve().then(() => order.push('later')); order.push('now')",
      name: "promise.js"
    )
    #expect(try context.evaluate("order.join()", name: "order.js") == "now,later")
  }

  @Test func propertiesAreReadSetAndRemoved() throws {
    let context = try ScriptContext()
    let object = try #require(try context.evaluate("({ a: 1, list: [1, 2] })", name: "o.js").object)
    #expect(try object.get("a") == 1)
    #expect(object.has("a"))
    try object.set("b", "text")
    #expect(try object.json() == #"{"a":1,"list":[1,2],"b":"text"}"#)
    #expect(try object.remove("a"))
    #expect(!object.has("a"))
    #expect(object.names == ["list", "b"])
    let list = try #require(try object.get("list").object)
    #expect(list.isArray)
    #expect(try list.get(at: 1) == 2)
    try list.set(at: 2, .null)
    #expect(try list.json() == "[1,2,null]")
  }

  @Test func aValueOfAnotherContextIsRefused() throws {
    let (one, other) = (try ScriptContext(), try ScriptContext())
    #expect(throws: ScriptError.foreignValue) {
      try one.global.set("other", .object(other.global))
    }
  }

  @Test func sharedNumbersAreSeenByBothSides() throws {
    let context = try ScriptContext()
    let numbers = try context.makeNumbers(count: 4)
    try context.global.set("numbers", .object(numbers.array))
    numbers[2] = 1.5
    #expect(try context.evaluate("numbers[3] = numbers[2] * 2; numbers.length", name: "n.js") == 4)
    #expect(numbers[3] == 3)
  }

  @Test func nothingIsHeldInTheEnd() throws {
    let context = try ScriptContext()
    let before = context.heldObjects
    for _ in 0..<100 {
      let object = try context.evaluate("({})", name: "o.js").object
      try object?.set("f", .object(context.makeFunction { _ in .undefined }))
    }
    #expect(context.heldObjects == before)
  }

  /// Whether this engine has a sampler of its own, which the tool can do without.
  private static let hasSampler: Bool = {
    guard let context = try? ScriptContext(), context.startSampling() else { return false }
    return context.stopSampling() != nil
  }()

  @Test(.enabled(if: hasSampler, "this engine has no sampler of its own"))
  func theEnginesSamplerNamesFunctions() throws {
    let context = try ScriptContext()
    try #require(context.startSampling())
    let loop = """
      function countThePrimes(limit) {
        let count = 0;
        for (let n = 2; n < limit; n++) {
          let isPrime = true;
          for (let d = 2; d * d <= n; d++) if (n % d === 0) { isPrime = false; break; }
          if (isPrime) count++;
        }
        return count;
      }
      countThePrimes(400000)
      """
    #expect(try context.evaluate(loop, name: "primes.js") == 33860)
    let text = try #require(context.stopSampling())
    #expect(text.hasPrefix("{") && text.contains("countThePrimes"))
    // Once it has ended, nothing more is seen.
    #expect(try context.evaluate("countThePrimes(1000)", name: "primes.js") == 168)
    #expect(context.stopSampling()?.contains("countThePrimes") != true)
  }
}

/// How often somebody was asked.
private final class Asked: Sendable {
  let count = Atomic(0)
}
