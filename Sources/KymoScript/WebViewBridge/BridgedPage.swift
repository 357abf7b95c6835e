/// A page as the bridge keeps it: what it is reached by, and the numbers that it counts in.
final class BridgedPage {
  let context: ScriptContext
  /// Makes the page's half; kept from before the page's first script.
  let install: ScriptObject
  private let numbers: ScriptNumbers
  var fetch: ScriptObject?
  var receive: ScriptObject?
  /// How many messages it was given.
  var handedOver: UInt64 = 0
  /// How many of its messages that were fetched native code has seen.
  var taken: UInt64 = 0

  init(_ context: ScriptContext) throws(ScriptError) {
    self.context = context
    let source = String(decoding: PackageResources.wvjb_js, as: UTF8.self)
    guard let install = try context.evaluate(source, name: "wvjb.js").object else {
      throw .notCallable("wvjb.js")
    }
    self.install = install
    numbers = try context.makeNumbers(count: 4)
  }

  /// The array that the page counts in.
  var counts: ScriptObject { numbers.array }
  /// Whether it has the bridge.
  var isReady: Bool { receive != nil }
  /// How many messages it has sent.
  var sent: UInt64 { number(0) }
  /// How many of them were fetched.
  var fetched: UInt64 { number(1) }
  /// How many messages it has dispatched.
  var dispatched: UInt64 { number(2) }
  /// How many answers it waits for.
  var pending: UInt64 { number(3) }

  private func number(_ index: Int) -> UInt64 { UInt64(exactly: numbers[index]) ?? 0 }
}
