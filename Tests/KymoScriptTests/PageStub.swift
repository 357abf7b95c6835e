import KymoScript

/// A page with no more than a bridge needs: timers in one queue, frames whose addresses are navigations, a console.
final class PageStub {
  let context: ScriptContext
  unowned let bridge: WebViewBridge
  /// Addresses that were not the bridge's.
  var followed: [String] = []
  /// What timers threw.
  var thrown: [String] = []
  private let next: ScriptObject

  /// A page; its navigations are asked for within the script, or after it.
  init(
    _ bridge: WebViewBridge,
    origin: String? = nil,
    navigatesAtOnce: Bool = false,
    script: String = PageStub.version6
  ) throws {
    self.bridge = bridge
    var limits = ScriptLimits()
    limits.seconds = .infinity
    context = try ScriptContext(limits: limits)
    try context.evaluate(Self.platform, name: "platform.js")
    next = try present(context.global.get("nextTask").object)
    try context.global.set("navigatesAtOnce", .boolean(navigatesAtOnce))
    let navigate = context.makeFunction { [unowned self] arguments in
      let url = arguments.string(0) ?? ""
      if !self.bridge.shouldStart(url) { self.followed.append(url) }
      return .undefined
    }
    try context.global.set("navigate", .object(navigate))
    try bridge.attach(context, origin: origin)
    try context.evaluate(script, name: "page.js")
  }

  /// Runs timers and navigations, and those that they make, in order, and says how many there were.
  @discardableResult
  func run(_ limit: Int = .max) throws -> Int {
    var count = 0
    while count < limit {
      do {
        guard try next.call() == true else { return count }
      } catch ScriptError.thrown(let exception) { thrown.append(exception.message) }
      count += 1
    }
    return count
  }

  @discardableResult
  func evaluate(_ script: String) throws -> ScriptValue {
    try context.evaluate(script, name: "test.js")
  }

  /// The console's lines.
  var console: [String] {
    (try? evaluate("consoleLines.join('\\n')").string)?
      .split(separator: "\n").map(String.init) ?? []
  }

  /// What the page keeps in `log`, as JSON.
  var log: String { (try? evaluate("JSON.stringify(log)").string) ?? "" }

  static let platform = """
    var window = globalThis;
    (function () {
      const list = () => Object.setPrototypeOf([], null);
      let tasks = list(), head = 0;
      window.setTimeout = function (task) { tasks[tasks.length] = task; return tasks.length; };
      window.nextTask = function () {
        if (head === tasks.length) { tasks = list(); head = 0; return false; }
        const task = tasks[head];
        tasks[head++] = undefined;
        task();
        return true;
      };
      window.consoleLines = [];
      window.console = { log: (...values) => {
        consoleLines.push(values.map(v => typeof v === 'string' ? v : JSON.stringify(v)).join(' '));
      } };
      function go(url) {
        if (window.navigatesAtOnce) navigate(url); else setTimeout(() => navigate(url), 0);
      }
      const listeners = {};
      window.document = {
        createElement() {
          let address = '';
          return {
            style: {}, isInserted: false,
            get src() { return address; },
            set src(url) { address = url; if (this.isInserted) go(url); },
          };
        },
        documentElement: {
          appendChild(frame) { frame.isInserted = true; if (frame.src) go(frame.src); },
          removeChild(frame) { frame.isInserted = false; },
        },
        createEvent: () => ({ initEvent(type) { this.type = type; } }),
        addEventListener(type, listener) { (listeners[type] ||= []).push(listener); },
        dispatchEvent(event) { for (const listener of listeners[event.type] || []) listener(event); },
      };
      window.log = [];
    })();
    """

  /// A page that asks for the bridge as pages of version 6 do, and echoes.
  static let version6 = """
    function withBridge(use) {
      if (window.WebViewJavascriptBridge) return use(WebViewJavascriptBridge);
      if (window.WVJBCallbacks) return window.WVJBCallbacks.push(use);
      window.WVJBCallbacks = [use];
      const frame = document.createElement('iframe');
      frame.style.display = 'none';
      frame.src = 'https://__bridge_loaded__';
      document.documentElement.appendChild(frame);
      setTimeout(() => document.documentElement.removeChild(frame), 0);
    }
    withBridge(bridge => {
      bridge.registerHandler('echoHandler', (data, respond) => respond(data));
      bridge.registerHandler('jsRcvResponseTest', (data, respond) => {
        bridge.callHandler('objcEchoToJs', { foo: 'bar' }, response => {
          if (response.foo === 'bar') respond('Response from JS');
        });
      });
      bridge.registerHandler('note', data => log.push(data));
    });
    """

  /// A page that waits for the bridge as pages of version 4 do.
  static let version4 = """
    document.addEventListener('WebViewJavascriptBridgeReady', event => {
      const bridge = event.bridge;
      log.push('ready');
      bridge.init((message, respond) => {
        log.push(message);
        if (respond) respond('heard ' + message);
      });
      bridge.registerHandler('echoHandler', (data, respond) => respond(data));
      bridge.registerHandler('note', data => log.push(data));
    });
    """
}

/// A value that must be there.
func present<Value>(_ value: Value?) throws -> Value {
  guard let value else { throw ScriptError.notCallable("the test's platform") }
  return value
}
