import CJavaScriptCore

// SAFETY: the engine calls back on the thread that runs the script, with objects of these classes alone, whose private
// pointer is a wrapper that the object holds a reference of. The classes and the table of functions last as long as the
// process. Names and arguments last as long as the call. Values that are given back lie on the stack until the engine
// has them.

/// The engine's classes of objects that stand for something of native code.
@safe struct WebClasses {
  /// The class that the others inherit from.
  let base: OpaquePointer
  /// Objects with keys and methods.
  let object: OpaquePointer
  /// Objects that can be called as well.
  let callable: OpaquePointer
  /// Methods.
  let function: OpaquePointer
  /// Lists.
  let array: OpaquePointer

  /// The classes; nil if there is no engine.
  nonisolated(unsafe) static let shared: WebClasses? = unsafe ScriptEngine.functions.flatMap {
    unsafe WebClasses($0)
  }

  /// Returns the wrapper that an object stands for; nil if it is not of these classes.
  @unsafe static func wrapper(of object: OpaquePointer, _ storage: ScriptStorage) -> WebWrapper? {
    guard let shared = unsafe shared,
      unsafe storage.js.pointee.JSValueIsObjectOfClass(storage.context, object, shared.base)
    else { return nil }
    return unsafe wrapper(object)
  }

  @unsafe private static func wrapper(_ object: OpaquePointer?) -> WebWrapper? {
    guard let object = unsafe object,
      let pointer = unsafe ScriptEngine.functions?.pointee.JSObjectGetPrivate(object)
    else { return nil }
    return unsafe Unmanaged<WebWrapper>.fromOpaque(pointer).takeUnretainedValue()
  }

  private init?(_ js: ScriptEngine.Functions) {
    guard let base = unsafe Self.make(js, "NativeBase", nil, Self.define(finalize:)),
      let object = unsafe Self.make(js, "NativeObject", base, Self.define(members:)),
      let callable = unsafe Self.make(js, "NativeCallable", object, Self.define(call:)),
      let function = unsafe Self.make(js, "NativeMethod", base, Self.define(call:)),
      let array = unsafe Self.make(js, "NativeArray", base, Self.define(array:))
    else { return nil }
    unsafe self.base = base
    unsafe self.object = object
    unsafe self.callable = callable
    unsafe self.function = function
    unsafe self.array = array
  }

  @unsafe private static func make(
    _ js: ScriptEngine.Functions,
    _ name: String,
    _ parent: OpaquePointer?,
    _ define: (inout JSClassDefinition) -> Void
  ) -> OpaquePointer? {
    var definition = unsafe JSClassDefinition()
    unsafe definition.attributes = UInt32(kJSClassNoAutomaticPrototype)
    unsafe definition.parent = parent
    unsafe define(&definition)
    return unsafe name.withCString { name in
      unsafe definition.name = name
      return unsafe js.pointee.JSClassCreate(&definition)
    }
  }

  // MARK: Callbacks

  @unsafe private static func define(finalize definition: inout JSClassDefinition) {
    unsafe definition.finalize = { object in
      guard let object = unsafe object,
        let pointer = unsafe ScriptEngine.functions?.pointee.JSObjectGetPrivate(object)
      else { return }
      let wrapper = unsafe Unmanaged<WebWrapper>.fromOpaque(pointer).takeRetainedValue()
      wrapper.wrappers?.release(wrapper)
    }
  }

  @unsafe private static func define(members definition: inout JSClassDefinition) {
    unsafe definition.has = { _, object, name in
      unsafe WebClasses.call(object, nil, false) { wrapper, page, _ in
        unsafe WebClasses.has(wrapper, page, name)
      }
    }
    unsafe definition.get = { _, object, name, exception in
      unsafe WebClasses.call(object, exception, nil) { wrapper, page, object in
        unsafe try WebClasses.get(wrapper, page, object, name)
      }
    }
    unsafe definition.set = { _, object, name, value, exception in
      unsafe WebClasses.call(object, exception, true) { wrapper, page, _ in
        unsafe try WebClasses.set(wrapper, page, name, value)
        return true
      }
    }
  }

  @unsafe private static func define(call definition: inout JSClassDefinition) {
    unsafe definition.call = { _, function, receiver, count, arguments, exception in
      let arguments = unsafe UnsafeBufferPointer(start: arguments, count: count)
      return unsafe WebClasses.call(function, exception, nil) { wrapper, page, _ in
        unsafe try WebClasses.invoke(wrapper, page, receiver, arguments)
      }
    }
  }

  @unsafe private static func define(array definition: inout JSClassDefinition) {
    unsafe definition.has = { _, object, name in
      unsafe WebClasses.call(object, nil, false) { wrapper, page, _ in
        unsafe WebClasses.element(wrapper, page, name) != nil
      }
    }
    unsafe definition.get = { _, object, name, exception in
      unsafe WebClasses.call(object, exception, nil) { wrapper, page, _ in
        guard let value = unsafe WebClasses.element(wrapper, page, name) else { return nil }
        return unsafe WebClasses.make(value, page)
      }
    }
    unsafe definition.set = { _, object, _, _, exception in
      unsafe WebClasses.call(object, exception, true) { _, _, _ in
        throw ScriptException(name: "TypeError", message: "Array is not mutable.")
      }
    }
    unsafe definition.names = { _, object, names in
      guard let js = unsafe ScriptEngine.functions, let wrapper = unsafe WebClasses.wrapper(object),
        let storage = wrapper.wrappers?.context.storage, case .array(let values) = wrapper.content
      else { return }
      for index in values.indices {
        let name = unsafe storage.makeText("\(index)")
        unsafe js.pointee.JSPropertyNameAccumulatorAddName(names, name)
        unsafe js.pointee.JSStringRelease(name)
      }
    }
  }

  /// Runs what a callback does, if the page is there, and hands over what it throws.
  @unsafe private static func call<Result>(
    _ object: OpaquePointer?,
    _ exception: UnsafeMutablePointer<OpaquePointer?>?,
    _ otherwise: Result,
    _ body: (WebWrapper, WebScriptPage, OpaquePointer) throws -> Result
  ) -> Result {
    guard let object = unsafe object, let wrapper = unsafe wrapper(object),
      let page = wrapper.wrappers?.page, !page.isClosed
    else { return otherwise }
    do { return try unsafe body(wrapper, page, object) } catch {
      unsafe exception?.pointee = page.context.storage.makeError(error)
      return otherwise
    }
  }

  // MARK: Values

  @unsafe private static func make(_ value: WebValue, _ page: WebScriptPage) -> OpaquePointer? {
    let storage = page.context.storage
    return try? unsafe storage.make(page.scriptValue(value))
  }

  @unsafe private static func text(_ name: OpaquePointer?, _ page: WebScriptPage) -> String {
    guard let name = unsafe name else { return "" }
    return unsafe page.context.storage.read(name)
  }

  // MARK: Members

  @unsafe private static func has(
    _ wrapper: WebWrapper,
    _ page: WebScriptPage,
    _ name: OpaquePointer?
  ) -> Bool {
    guard case .object(_, let table) = wrapper.content else { return false }
    let name = unsafe text(name, page)
    guard case .undefined = WebWrapper.member(name, table) else { return true }
    guard table.undefinedKey != nil || table.undefinedMethod != nil else { return false }
    return wrapper.wrappers?.inherits(name) == false
  }

  @unsafe private static func get(
    _ wrapper: WebWrapper,
    _ page: WebScriptPage,
    _ object: OpaquePointer,
    _ reference: OpaquePointer?
  ) throws -> OpaquePointer? {
    guard case .object(_, let table) = wrapper.content else { return nil }
    let name = unsafe text(reference, page)
    switch WebWrapper.member(name, table) {
    case .key(let key):
      return unsafe make(try page.enter(wrapper, name) { try key.get() }, page)
    case .method(let method):
      return unsafe function(.method(wrapper, method), page, object, reference)
    case .undefined:
      guard wrapper.wrappers?.inherits(name) == false else { return nil }
      var value = WebValue.undefined
      if let undefinedKey = table.undefinedKey {
        value = try page.enter(wrapper, name) { try undefinedKey(name) }
      } else if table.undefinedMethod == nil {
        return nil
      }
      guard value.isUndefined, table.undefinedMethod != nil else {
        return unsafe make(value, page)
      }
      // Not kept: a script can think of any number of names.
      return unsafe page.wrappers.makeFunction(.undefinedMethod(wrapper, name: name))
    }
  }

  /// The function for a method: the same every time, kept by the object itself.
  @unsafe private static func function(
    _ content: WebWrapper.Content,
    _ page: WebScriptPage,
    _ object: OpaquePointer,
    _ name: OpaquePointer?
  ) -> OpaquePointer? {
    let storage = page.context.storage
    let js = unsafe storage.js
    if let kept = unsafe js.pointee.JSObjectGetPrivateProperty(storage.context, object, name) {
      return unsafe kept
    }
    let made = unsafe page.wrappers.makeFunction(content)
    _ = unsafe js.pointee.JSObjectSetPrivateProperty(storage.context, object, name, made)
    return unsafe made
  }

  @unsafe private static func set(
    _ wrapper: WebWrapper,
    _ page: WebScriptPage,
    _ name: OpaquePointer?,
    _ value: OpaquePointer?
  ) throws {
    let name = unsafe text(name, page)
    guard let value = unsafe value, case .object(_, let table) = wrapper.content else {
      return page.tell(.ignoredSet(name))
    }
    switch WebWrapper.member(name, table) {
    case .key(let key):
      guard let set = key.set else { return page.tell(.ignoredSet(name)) }
      _ = try page.enter(wrapper, name) {
        try set(page.webValue(unsafe page.context.storage.value(value)))
        return .undefined
      }
    case .method: page.tell(.ignoredSet(name))
    case .undefined:
      guard let set = table.setUndefinedKey else { return page.tell(.ignoredSet(name)) }
      _ = try page.enter(wrapper, name) {
        try set(name, page.webValue(unsafe page.context.storage.value(value)))
        return .undefined
      }
    }
  }

  @unsafe private static func element(
    _ wrapper: WebWrapper,
    _ page: WebScriptPage,
    _ name: OpaquePointer?
  ) -> WebValue? {
    guard case .array(let values) = wrapper.content else { return nil }
    let name = unsafe text(name, page)
    if name == "length" { return .number(Double(values.count)) }
    guard let index = WebWrapper.index(name), index < values.count else { return nil }
    return values[index]
  }

  // MARK: Calls

  @unsafe private static func invoke(
    _ wrapper: WebWrapper,
    _ page: WebScriptPage,
    _ receiver: OpaquePointer?,
    _ arguments: UnsafeBufferPointer<OpaquePointer?>
  ) throws -> OpaquePointer? {
    let storage = page.context.storage
    func argument(_ index: Int) -> WebValue {
      guard index < arguments.count, let value = unsafe arguments[index] else { return .undefined }
      return page.webValue(unsafe storage.value(value))
    }
    /// All of them, with what stands for nothing in a list.
    func all() -> [WebValue] {
      (0..<arguments.count).map { index in
        let value = argument(index)
        return value.isNothing ? .null : value
      }
    }
    switch wrapper.content {
    case .method(let owner, let method):
      try unsafe check(receiver, is: owner, page)
      let value = try page.enter(owner, method.selector) {
        let arguments = method.parameters.enumerated().map { index, type in
          type.cast(argument(index), number: page.number(in:))
        }
        return method.returns.cast(try method.body(arguments), number: page.number(in:))
      }
      return unsafe make(value, page)
    case .undefinedMethod(let owner, let name):
      try unsafe check(receiver, is: owner, page)
      guard case .object(_, let table) = owner.content, let body = table.undefinedMethod else {
        return nil
      }
      return unsafe make(try page.enter(owner, name) { try body(name, all()) }, page)
    case .object(_, let table):
      guard let method = table.defaultMethod else { return nil }
      let value = try page.enter(wrapper, method.selector) { try method.body(all()) }
      guard method.returns == .object else {
        page.tell(.resultIsNoObject(method.selector))
        return unsafe make(.undefined, page)
      }
      return unsafe make(value, page)
    case .opaque, .array: return nil
    }
  }

  /// A method is called on its own object, and on no other.
  @unsafe private static func check(
    _ receiver: OpaquePointer?,
    is owner: WebWrapper,
    _ page: WebScriptPage
  ) throws {
    guard let receiver = unsafe receiver,
      unsafe wrapper(of: receiver, page.context.storage) === owner
    else {
      throw ScriptException(
        name: "TypeError",
        message: "a method of a native object was called on another"
      )
    }
  }
}
