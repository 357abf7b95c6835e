/// An object of JavaScript in the hands of native code: values by key, path and index, calls, evaluation.
///
///     let window = page.windowScriptObject()
///     let location = try window.value(forKeyPath: "location.href").string
///     let x = window.evaluateWebScript("(function (x) { return x + 1 })").script
///     x?.callWebScriptMethod("call", withArguments: [.script(window), 1])      // 2
///
/// It answers as the phone's web view does: what a script throws is `undefined` here. The observer of the
/// ``WebScriptPage`` is told of what is swallowed that way.
public final class WebScriptObject {
  /// Its page; nil when that is gone.
  public private(set) weak var page: WebScriptPage?
  private(set) var object: ScriptObject?
  /// The origin on whose behalf it is held; nil: the app itself.
  public let holder: String?

  init(_ page: WebScriptPage, _ object: ScriptObject, holder: String?) {
    self.page = page
    self.object = object
    self.holder = holder
  }

  /// Whether it can still be used.
  public var isValid: Bool { object != nil && page != nil }

  /// Ends its use: what it held is let go.
  func invalidate() { object = nil }

  // MARK: Values

  /// A property.
  ///
  /// - Returns: its value; nothing if the object may not be used.
  /// - Throws: ``WebScriptError/undefinedKey(_:)`` if it is `undefined`, also because a getter threw.
  public func value(forKey key: String) throws(WebScriptError) -> WebValue {
    guard let (page, object) = usable("valueForKey:") else { return .nothing }
    let value = page.attempt("valueForKey:", holder) { () throws(ScriptError) in
      try object.get(key)
    }
    if value.isUndefined { throw .undefinedKey(key) }
    return value
  }

  /// The value at the end of a path of keys, with dots between them.
  ///
  /// - Returns: its value; nothing if something on the way is nothing.
  /// - Throws: ``WebScriptError/undefinedKey(_:)``.
  public func value(forKeyPath path: String) throws(WebScriptError) -> WebValue {
    var value = WebValue.script(self)
    for key in path.split(separator: ".", omittingEmptySubsequences: false) {
      value = try value.value(forKey: String(key), page)
    }
    return value
  }

  /// Sets a property.
  public func setValue(_ value: WebValue, forKey key: String) {
    guard let (page, object) = usable("setValue:forKey:") else { return }
    let made = page.scriptValue(value)
    _ = page.attempt("setValue:forKey:", holder) { () throws(ScriptError) in
      try object.set(key, made)
      return .undefined
    }
  }

  /// Sets the property at the end of a path of keys.
  ///
  /// - Throws: ``WebScriptError/undefinedKey(_:)`` for a key on the way, or for one that cannot be set.
  public func setValue(_ value: WebValue, forKeyPath path: String) throws(WebScriptError) {
    var keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let last = keys.removeLast()
    let owner =
      keys.isEmpty ? .script(self) : try self.value(forKeyPath: keys.joined(separator: "."))
    switch owner {
    case .script(let object): object.setValue(value, forKey: last)
    case .native(let object):
      guard let set = object.webScriptTable.keys[last]?.set else { throw .undefinedKey(last) }
      do { try set(value) } catch {
        page?.tell(.nativeError(member: last, reason: "\(error)"))
      }
    case .nothing: page?.tell(.setOnNothing(keyPath: path))
    default: throw .undefinedKey(last)
    }
  }

  /// The property at an index.
  public func webScriptValue(at index: UInt32) -> WebValue {
    guard let (page, object) = usable("webScriptValueAtIndex:") else { return .nothing }
    return page.attempt("webScriptValueAtIndex:", holder) { () throws(ScriptError) in
      try object.get(at: index)
    }
  }

  /// Sets the property at an index.
  public func setWebScriptValue(at index: UInt32, _ value: WebValue) {
    guard let (page, object) = usable("setWebScriptValueAtIndex:value:") else { return }
    let made = page.scriptValue(value)
    _ = page.attempt("setWebScriptValueAtIndex:value:", holder) { () throws(ScriptError) in
      try object.set(at: index, made)
      return .undefined
    }
  }

  /// Removes a property.
  public func removeWebScriptKey(_ key: String) {
    guard let (page, object) = usable("removeWebScriptKey:") else { return }
    _ = page.attempt("removeWebScriptKey:", holder) { () throws(ScriptError) in
      try object.remove(key)
      return .undefined
    }
  }

  /// Whether it, or what it inherits from, has a property.
  public func hasWebScriptKey(_ key: String) -> Bool {
    usable("hasWebScriptKey:")?.object.has(key) ?? false
  }

  /// It as a text; "Undefined" if the holder may not use it.
  public var stringRepresentation: String {
    guard let (page, object) = usable("stringRepresentation") else { return "Undefined" }
    return page.attempt("stringRepresentation", holder) { () throws(ScriptError) in
      .string(try object.text())
    }.string ?? "undefined"
  }

  // MARK: Scripts

  /// Evaluates a script in the page.
  ///
  /// - Returns: the value of its last expression; `undefined` if it throws.
  @discardableResult
  public func evaluateWebScript(_ script: String) -> WebValue {
    guard let (page, _) = usable("evaluateWebScript:") else { return .nothing }
    return page.attempt("evaluateWebScript:", holder) { () throws(ScriptError) in
      try page.context.evaluate(script, name: "evaluateWebScript")
    }
  }

  /// Calls a method of it.
  ///
  /// - Parameters:
  ///   - name: which.
  ///   - arguments: what it gets.
  /// - Returns: what it returns; nothing if there is no such function, `undefined` if it throws.
  @discardableResult
  public func callWebScriptMethod(
    _ name: String,
    withArguments arguments: [WebValue] = []
  ) -> WebValue {
    guard let (page, object) = usable("callWebScriptMethod:") else { return .nothing }
    var function: ScriptObject?
    let found = page.attempt("callWebScriptMethod:", holder) { () throws(ScriptError) in
      function = try object.get(name).object
      return .boolean(true)
    }
    guard found == true else { return .undefined }
    guard let function, function.isFunction else {
      page.tell(.notCallable(name))
      return .nothing
    }
    let made = arguments.map { page.scriptValue($0) }
    return page.attempt(name, holder) { () throws(ScriptError) in
      try function.call(made, this: object)
    }
  }

  /// Has an error thrown to the script that called native code, when native code returns.
  ///
  /// - Returns: false if no script has called.
  @discardableResult
  public func setException(_ message: String) -> Bool { page?.throwException(message) ?? false }

  private func usable(_ operation: String) -> (page: WebScriptPage, object: ScriptObject)? {
    guard let page else { return nil }
    page.settle()
    guard let object else {
      page.tell(.invalidObject(operation: operation))
      return nil
    }
    guard page.isAccessible(to: holder) else {
      page.tell(.unsafeAccess(operation: operation, holder: holder ?? ""))
      return nil
    }
    return (page, object)
  }
}

extension WebScriptObject: Equatable {
  /// Whether they are the same object of JavaScript.
  public static func == (one: WebScriptObject, other: WebScriptObject) -> Bool {
    if one === other { return true }
    guard let first = one.object, let second = other.object else { return false }
    return first == second
  }
}

extension WebValue {
  /// A value by key, of whatever has keys.
  fileprivate func value(forKey key: String, _ page: WebScriptPage?) throws(WebScriptError)
    -> WebValue
  {
    switch self {
    case .script(let object): return try object.value(forKey: key)
    case .nothing: return .nothing
    case .native(let object):
      guard let found = object.webScriptTable.keys[key] else { throw .undefinedKey(key) }
      do { return try found.get() } catch {
        page?.tell(.nativeError(member: key, reason: "\(error)"))
        throw .undefinedKey(key)
      }
    default: throw .undefinedKey(key)
    }
  }
}
