import KymoScript

/// Round trips of WebViewJavascriptBridge: native code asks a handler of the page, which answers.
///
/// The page is as small as a page can be: one queue of timers, and frames whose addresses go to the bridge.
final class MessageRounds {
  private let context: ScriptContext
  private let bridge: WebViewBridge
  private let runTimers: ScriptObject
  private var answers = 0

  private static let page = """
    var window = globalThis, tasks = [];
    function setTimeout(task) { tasks.push(task); return tasks.length; }
    function runTimers() {
      for (let index = 0; index < tasks.length; index += 1) tasks[index]();
      tasks = [];
    }
    var document = {
      createElement() {
        let address = '', isInserted = false;
        return {
          style: {}, insert() { isInserted = true; navigate(address); },
          get src() { return address; },
          set src(url) { address = url; if (isInserted) setTimeout(() => navigate(url), 0); },
        };
      },
      documentElement: { appendChild(frame) { frame.insert(); }, removeChild() {} },
    };
    """

  private static let handlers = """
    window.WVJBCallbacks = [bridge => bridge.registerHandler('echo', (data, respond) => respond(data))];
    navigate('https://__bridge_loaded__');
    runTimers();
    """

  /// Makes a page and its bridge.
  ///
  /// - Throws: what the page throws.
  init(_ delivery: WebViewBridge.Delivery, _ signal: WebViewBridge.Signal) throws {
    var limits = ScriptLimits()
    limits.seconds = .infinity
    context = try ScriptContext(limits: limits)
    var options = WebViewBridge.Options()
    options.delivery = delivery
    options.signal = signal
    bridge = WebViewBridge(options: options)
    let bridge = bridge
    let navigate = context.makeFunction { arguments in
      bridge.shouldStart(arguments.string(0) ?? "")
      return .undefined
    }
    try context.global.set("navigate", .object(navigate))
    try context.evaluate(Self.page, name: "page.js")
    try bridge.attach(context)
    try context.evaluate(Self.handlers, name: "handlers.js")
    guard let function = try context.global.get("runTimers").object else {
      throw ScriptError.notCallable("runTimers")
    }
    runTimers = function
  }

  /// Asks and waits for the answer, one after the other.
  ///
  /// - Throws: what the page throws.
  func run(_ count: Int) throws {
    let before = answers
    for index in 0..<count {
      bridge.callHandler("echo", .text("message \(index & 63)")) { [unowned self] _ in answers += 1
      }
      // The page's own timer, and the one of its answer.
      while answers < before + index + 1 { try runTimers.call() }
    }
    guard answers == before + count else { fatalError("answers were lost") }
  }
}
