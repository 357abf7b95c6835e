import BenchmarkKit
import CPeers
import KymoCore
import KymoScript

// A sensor's event to a page, in three ways, and a call of the page to native code.
//
//   the book's way   a script is put together and evaluated: accelerate(0.12,9.81,0.30)
//   by a call        the page's function is called with three numbers
//   in batches       1,024 events lie in numbers that both sides see; one call for all
//
// Each way sums up what it gets, and the sums are compared. Limits are off: the engine reads the thread's clock in every
// outermost call when they are on, which is measured by itself.

let events = 200_000
let batch = 1024

func samples(_ index: Int) -> (Double, Double, Double) {
  (Double(index % 97) * 0.125, Double(index % 89) * 0.25, Double(index % 83) * 0.5)
}

func makeContext(seconds: Double = .infinity) throws -> ScriptContext {
  var limits = ScriptLimits()
  limits.seconds = seconds
  let context = try ScriptContext(limits: limits)
  try context.evaluate(
    """
    var sum = 0;
    function accelerate(x, y, z) { sum += x + y + z; }
    function accelerateAll(numbers, count) {
      for (let index = 0; index < 3 * count; index += 1) sum += numbers[index];
    }
    """,
    name: "page.js"
  )
  return context
}

func seconds(_ body: () throws -> Void) rethrows -> Double {
  let clock = MonotonicClock()
  let start = clock.now
  try body()
  return Double(clock.now - start) / 1e9
}

func sum(_ context: ScriptContext) throws -> Double {
  let value = try context.evaluate("var result = sum; sum = 0; result", name: "sum.js")
  return value.number ?? .nan
}

func byEvaluation(_ context: ScriptContext) throws {
  for index in 0..<events {
    let (x, y, z) = samples(index)
    try context.evaluate("accelerate(\(x),\(y),\(z))", name: "reply")
  }
}

func byCall(_ context: ScriptContext, _ function: ScriptObject) throws {
  var numbers: [3 of Double] = [0, 0, 0]
  for index in 0..<events {
    let (x, y, z) = samples(index)
    numbers[0] = x
    numbers[1] = y
    numbers[2] = z
    try function.call(numbers: numbers.span)
  }
}

func byBatch(_ context: ScriptContext, _ function: ScriptObject, _ shared: ScriptNumbers) throws {
  var done = 0
  while done < events {
    let count = min(batch, events - done)
    for index in 0..<count {
      let (x, y, z) = samples(done + index)
      shared[3 * index] = x
      shared[3 * index + 1] = y
      shared[3 * index + 2] = z
    }
    try function.call([.object(shared.array), .number(Double(count))])
    done += count
  }
}

func toNative(_ context: ScriptContext) throws {
  try context.evaluate(
    "for (let index = 0; index < \(events); index += 1) native(index)",
    name: "loop.js"
  )
}

let engine = try ScriptEngine.load()
let context = try makeContext()
let limited = try makeContext(seconds: 10)
var received = 0.0
for each in [context, limited] {
  try each.global.set(
    "native",
    .object(
      each.makeFunction { arguments in
        received += arguments.number(0)
        return .undefined
      }
    )
  )
}
guard let function = try context.global.get("accelerate").object,
  let all = try context.global.get("accelerateAll").object,
  let limitedFunction = try limited.global.get("accelerate").object
else { fatalError("the page has no functions") }
let shared = try context.makeNumbers(count: 3 * batch)

// The ways agree.
try byEvaluation(context)
let expected = try sum(context)
try byCall(context, function)
try byBatch(context, all, shared)
guard try sum(context) == 2 * expected else { fatalError("the ways differ") }

/// The seconds of a way, which must not fail.
func timed(_ body: () throws -> Void) -> Double {
  do { return try seconds(body) } catch { fatalError("\(error)") }
}

let book = "a script is evaluated, as in the book"
let called = "a function is called"
let limitedCall = "a function is called, with a time limit"
let shares = "1,024 events in shared numbers"
var comparison = Comparison("a sensor's event to the page", operations: events)
comparison.add(book) { timed { try byEvaluation(context) } }
comparison.add(called) { timed { try byCall(context, function) } }
comparison.add(limitedCall) { timed { try byCall(limited, limitedFunction) } }
comparison.add(shares) { timed { try byBatch(context, all, shared) } }
comparison.run()
comparison.speed("native code to JavaScript", of: called, to: [book], goal: .atLeast(10))
comparison.speed("native code to JavaScript", of: limitedCall, to: [book], goal: .atLeast(10))
comparison.speed("native code to JavaScript", of: shares, to: [book], goal: .atLeast(100))

let callback = "a native function, from a loop"
var calls = Comparison("a call of the page to native code", operations: events)
let bare = "a callback of C, bare"
calls.add(callback) { timed { try toNative(context) } }
calls.add(bare) {
  var sum = 0.0
  let library = engine.library
  let seconds = unsafe peers_javascriptcore_callback(library, UInt64(events), &sum)
  guard seconds > 0, sum == Double(events) * Double(events - 1) / 2 else {
    fatalError("no callback")
  }
  return seconds
}
calls.run()
calls.cost("JavaScript to native code", of: callback, to: [bare], goal: .atMost(1.5))
guard try sum(context) == 24 * expected else { fatalError("the ways differ") }

let rounds = 10_000
let spoken = "by evaluated scripts and frames, its own protocol"
let kept = "by functions that are kept, and frames"
let direct = "by functions that are kept, without frames"
let (bySpeech, byFunctions, byDirect) = (
  try MessageRounds(.evaluation, .frame), try MessageRounds(.functionCall, .frame),
  try MessageRounds(.functionCall, .direct)
)
var messages = Comparison("a round trip of WebViewJavascriptBridge", operations: rounds)
messages.add(spoken) { timed { try bySpeech.run(rounds) } }
messages.add(kept) { timed { try byFunctions.run(rounds) } }
messages.add(direct) { timed { try byDirect.run(rounds) } }
messages.run()
messages.speed("WebViewJavascriptBridge round trip", of: kept, to: [spoken], goal: .atLeast(5))
messages.speed("WebViewJavascriptBridge round trip", of: direct, to: [spoken], goal: .atLeast(5))

for (bridge, name) in [
  (PageBridge.cordova, "Cordova's exec"), (.capacitor, "a promise of Capacitor's"),
  (.raw, "a message handler"),
] {
  let trips = 20_000
  let evaluated = try DialectRounds(bridge, .evaluation, rounds: trips)
  let kept = try DialectRounds(bridge, .functionCall, rounds: trips)
  defer {
    evaluated.remove()
    kept.remove()
  }
  var comparison = Comparison("a round trip of \(name)", operations: trips)
  let (scripts, functions) = ("by evaluated scripts", "by a function that is kept")
  comparison.add(scripts) { (try? evaluated.run(trips)) ?? .nan }
  comparison.add(functions) { (try? kept.run(trips)) ?? .nan }
  comparison.run()
  comparison.speed("\(name), round trip", of: functions, to: [scripts], goal: .atLeast(5))
}
