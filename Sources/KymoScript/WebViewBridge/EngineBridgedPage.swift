/// A page of our own engine.
final class EngineBridgedPage: BridgedPage {
  private let context: ScriptContext
  /// Makes the page's half; kept from before the page's first script.
  private let half: ScriptObject
  private let numbers: ScriptNumbers
  private var fetchPort: ScriptObject?
  private var receivePort: ScriptObject?
  var handedOver: UInt64 = 0
  var taken: UInt64 = 0

  init(_ context: ScriptContext) throws(ScriptError) {
    self.context = context
    let source = String(decoding: PackageResources.wvjb_js, as: UTF8.self)
    guard let half = try context.evaluate(source, name: "wvjb.js").object else {
      throw .notCallable("wvjb.js")
    }
    self.half = half
    numbers = try context.makeNumbers(count: 4)
  }

  var isReady: Bool { receivePort != nil }
  var sent: UInt64 { number(0) }
  var fetched: UInt64 { number(1) }
  var dispatched: UInt64 { number(2) }
  var pending: UInt64 { number(3) }

  private func number(_ index: Int) -> UInt64 { UInt64(exactly: numbers[index]) ?? 0 }

  func install(
    _ options: WebViewBridge.Options,
    number: Int,
    report: @escaping ([String?]) -> Void,
    deliver: @escaping (String?) -> Void
  ) throws(ScriptError) -> Bool {
    let installed = try half.call([
      .object(
        context.makeFunction { arguments in
          report((0..<3).map { arguments.string($0) })
          return .undefined
        }
      ),
      .object(
        context.makeFunction { arguments in
          deliver(arguments.string(0))
          return .undefined
        }
      ),
      .number(Double(options.version.rawValue)), .number(Double(number)),
      .object(numbers.array), .boolean(options.signal == .frame),
      .number(Double(options.batchCharacters)),
    ])
    guard let ports = installed.object else { return false }
    fetchPort = try ports.get("fetch").object
    receivePort = try ports.get("receive").object
    return true
  }

  func fetch(_ delivery: WebViewBridge.Delivery) throws(ScriptError) -> String? {
    guard let fetchPort else { return nil }
    switch delivery {
    case .functionCall: return try fetchPort.call().string
    case .evaluation:
      return try context.evaluate("WebViewJavascriptBridge._fetchQueue();", name: "bridge").string
    }
  }

  func receive(_ text: String, _ delivery: WebViewBridge.Delivery) throws(ScriptError) {
    guard let receivePort else { return }
    switch delivery {
    case .functionCall:
      try text.withRawText { (text) throws(ScriptError) in try receivePort.call(utf8: text) }
    case .evaluation:
      try context.evaluate(
        "WebViewJavascriptBridge._handleMessageFromObjC(" + MessageText.literal(text) + ");",
        name: "bridge"
      )
    }
  }
}
