/// The scripts of a page as ``WebScriptObject`` sees them: the window, and the native objects that it was given.
///
///     let page = WebScriptPage(context)
///     page.windowScriptObject().setValue(.native(controller), forKey: "controller")
///
/// Each page has its own: objects are registered anew whenever a page begins (`didClearWindowObject`). When this goes, or
/// is closed, the objects of native code that the page has are finalized, and no object of the page is valid any more.
public final class WebScriptPage {
  /// The world of the page's scripts.
  public let context: ScriptContext
  /// Where the page comes from now; nil: nowhere.
  public var origin: String?
  /// Told of what is swallowed.
  public var observer: ((WebScriptEvent) -> Void)?
  /// Whether it has been closed.
  public private(set) var isClosed = false

  let wrappers: WebWrappers
  private var objects = WeakObjects()
  private var calls: [Call] = []

  /// A call of a script into native code.
  private struct Call {
    /// Whose method it is.
    var owner: WebWrapper?
    /// The exception that is to be thrown when it returns.
    var exception: String?
  }

  /// The scripts of a page, before the first of them runs.
  ///
  /// - Throws: ``ScriptError`` if the engine refuses to make what objects inherit from.
  public init(_ context: ScriptContext, origin: String? = nil) throws(ScriptError) {
    self.context = context
    self.origin = origin
    wrappers = try WebWrappers(context)
    wrappers.page = self
  }

  deinit { close() }

  /// The window.
  ///
  /// - Parameter holder: the origin on whose behalf it is used; nil: the app itself, which may use every page.
  /// - Returns: the root of the page's objects.
  public func windowScriptObject(for holder: String? = nil) -> WebScriptObject {
    hold(context.global, holder: holder)
  }

  /// Leaves the page: its native objects are finalized, and no object of it is valid any more.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    for wrapper in wrappers.removeAll() { finalize(wrapper) }
    objects.invalidate()
  }

  /// Collects what scripts cannot reach any more, and finalizes the native objects among it.
  public func collectGarbage() {
    context.collectGarbage()
    settle()
  }

  /// Has an error thrown to the script that called native code, when native code returns.
  ///
  /// - Returns: false if no script has called.
  @discardableResult
  public func throwException(_ message: String) -> Bool {
    guard !calls.isEmpty else { return false }
    calls[calls.count - 1].exception = message
    return true
  }

  func tell(_ event: WebScriptEvent) { observer?(event) }

  func isAccessible(to holder: String?) -> Bool { holder == nil || holder == origin }

  // MARK: Values

  /// A value for native code.
  func webValue(_ value: ScriptValue, holder: String? = nil) -> WebValue {
    switch value {
    case .undefined: .undefined
    case .null: .nothing
    case .boolean(let value): .boolean(value)
    case .number(let value): .number(value)
    case .string(let text): .string(text)
    case .object(let object): wrappers.original(of: object) ?? .script(hold(object, holder: holder))
    }
  }

  /// A value for scripts.
  func scriptValue(_ value: WebValue) -> ScriptValue {
    switch value {
    case .undefined, .nothing: return .undefined
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .number(let value): return .number(value)
    case .string(let text): return .string(text)
    case .script(let object):
      guard let own = object.object else { return .undefined }
      guard object.page === self else {
        tell(.foreignObject)
        return .undefined
      }
      return .object(own)
    case .array, .native, .opaque:
      if isClosed { return .undefined }
      return .object(wrappers.object(for: value))
    }
  }

  private func hold(_ object: ScriptObject, holder: String?) -> WebScriptObject {
    let made = WebScriptObject(self, object, holder: holder)
    if isClosed { made.invalidate() } else { objects.add(made) }
    calls.last?.owner?.received.add(made)
    return made
  }

  /// Runs what may run scripts.
  ///
  /// - Returns: what it gives; `undefined` if it throws.
  func attempt(
    _ operation: String,
    _ holder: String?,
    _ body: () throws(ScriptError) -> ScriptValue
  ) -> WebValue {
    do throws(ScriptError) {
      return webValue(try body(), holder: holder)
    } catch {
      tell(.exception(error, operation: operation))
      return .undefined
    }
  }

  // MARK: Calls of scripts

  /// Runs native code for a script.
  ///
  /// - Parameters:
  ///   - owner: whose code it is.
  ///   - member: what it is called.
  ///   - body: what runs.
  /// - Returns: what it gives; `undefined` if it throws, which scripts do not see.
  /// - Throws: what the code asked to have thrown.
  func enter(
    _ owner: WebWrapper,
    _ member: String,
    _ body: () throws -> WebValue
  ) throws(ScriptException) -> WebValue {
    calls.append(Call(owner: owner))
    var result = WebValue.undefined
    do { result = try body() } catch {
      tell(.nativeError(member: member, reason: "\(error)"))
    }
    if let message = calls.removeLast().exception { throw ScriptException(message: message) }
    return result
  }

  /// The number that JavaScript reads in a text.
  func number(in text: String) -> Double { wrappers.number(in: text) }

  // MARK: Finalization

  /// Finalizes what the engine has let go since the last time.
  func settle() {
    while let wrapper = wrappers.nextReleased() { finalize(wrapper) }
  }

  private func finalize(_ wrapper: WebWrapper) {
    guard case .object(let object, _) = wrapper.content else { return }
    object.finalizeForWebScript()
    wrapper.received.invalidate()
  }
}

/// Objects that are known as long as somebody else holds them.
struct WeakObjects {
  private struct Entry {
    weak var object: WebScriptObject?
  }

  private var entries: [Entry] = []
  private var limit = 64

  mutating func add(_ object: WebScriptObject) {
    if entries.count >= limit {
      entries.removeAll { $0.object == nil }
      limit = max(64, entries.count * 2)
    }
    entries.append(Entry(object: object))
  }

  mutating func invalidate() {
    for entry in entries { entry.object?.invalidate() }
    entries.removeAll()
  }
}
