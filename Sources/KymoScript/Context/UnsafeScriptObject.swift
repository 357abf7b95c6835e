import CJavaScriptCore

// SAFETY: the reference is protected from the collector as long as this object lives, and the storage, which it holds,
// keeps the context alive for that long. Arrays of arguments last as long as the call that gets them.

/// An object of JavaScript, held by native code: the collector leaves it alone until this is let go.
///
/// It belongs to the thread of its ``ScriptContext``. What may run a script (getters, setters, calls) may throw.
@safe public final class ScriptObject {
  let storage: ScriptStorage
  let reference: OpaquePointer

  init(_ storage: ScriptStorage, _ reference: OpaquePointer) {
    self.storage = storage
    unsafe self.reference = reference
    unsafe storage.js.pointee.JSValueProtect(storage.context, reference)
    storage.heldObjects += 1
  }

  deinit {
    storage.heldObjects -= 1
    unsafe storage.js.pointee.JSValueUnprotect(storage.context, reference)
  }

  // MARK: What it is

  /// Whether it can be called.
  public var isFunction: Bool {
    unsafe storage.js.pointee.JSObjectIsFunction(storage.context, reference)
  }
  /// Whether it is an array.
  public var isArray: Bool {
    unsafe storage.js.pointee.JSValueIsArray(storage.context, reference)
  }
  /// Whether it is a date.
  public var isDate: Bool {
    unsafe storage.js.pointee.JSValueIsDate(storage.context, reference)
  }

  /// It as `String()` has it.
  ///
  /// - Throws: what its own `toString` throws.
  public func text() throws(ScriptError) -> String {
    let (js, context, reference) = unsafe (storage.js, storage.context, reference)
    var text: OpaquePointer?
    _ = try unsafe storage.run("toString") { exception in
      unsafe text = js.pointee.JSValueToStringCopy(context, reference, exception)
      return nil
    }
    guard let text = unsafe text else { return "" }
    return unsafe storage.take(text)
  }

  /// It as JSON.
  ///
  /// - Returns: nil if it has none, as a function has none.
  /// - Throws: what `JSON.stringify` throws: for a cycle, say.
  public func json() throws(ScriptError) -> String? {
    let (js, context, reference) = unsafe (storage.js, storage.context, reference)
    var text: OpaquePointer?
    _ = try unsafe storage.run("JSON.stringify") { exception in
      unsafe text = js.pointee.JSValueCreateJSONString(context, reference, 0, exception)
      return nil
    }
    guard let text = unsafe text else { return nil }
    return unsafe storage.take(text)
  }

  // MARK: Properties

  /// A property; `undefined` if it has none of that name.
  ///
  /// - Throws: what a getter throws.
  public func get(_ name: String) throws(ScriptError) -> ScriptValue {
    let (js, context, reference) = unsafe (storage.js, storage.context, reference)
    let own = unsafe storage.makeText(name)
    defer { unsafe js.pointee.JSStringRelease(own) }
    let value = try unsafe storage.run(name) {
      unsafe js.pointee.JSObjectGetProperty(context, reference, own, $0)
    }
    return unsafe storage.value(value)
  }

  /// Sets a property.
  ///
  /// - Parameters:
  ///   - name: which.
  ///   - value: what it is to be.
  ///   - isHidden: whether it is neither listed nor changed nor removed by scripts.
  /// - Throws: what a setter throws.
  public func set(_ name: String, _ value: ScriptValue, isHidden: Bool = false) throws(ScriptError)
  {
    let (js, context, reference) = unsafe (storage.js, storage.context, reference)
    let own = unsafe storage.makeText(name)
    defer { unsafe js.pointee.JSStringRelease(own) }
    let made = try unsafe storage.make(value)
    let attributes =
      isHidden ? kJSPropertyReadOnly | kJSPropertyDontEnum | kJSPropertyDontDelete : 0
    _ = try unsafe storage.run(name) { exception in
      unsafe js.pointee.JSObjectSetProperty(
        context,
        reference,
        own,
        made,
        UInt32(attributes),
        exception
      )
      return nil
    }
  }

  /// Whether it, or what it inherits from, has a property of that name.
  public func has(_ name: String) -> Bool {
    let own = unsafe storage.makeText(name)
    defer { unsafe storage.js.pointee.JSStringRelease(own) }
    return unsafe storage.js.pointee.JSObjectHasProperty(storage.context, reference, own)
  }

  /// Removes a property.
  ///
  /// - Returns: false if it may not be removed.
  /// - Throws: what a proxy throws.
  @discardableResult
  public func remove(_ name: String) throws(ScriptError) -> Bool {
    let (js, context, reference) = unsafe (storage.js, storage.context, reference)
    let own = unsafe storage.makeText(name)
    defer { unsafe js.pointee.JSStringRelease(own) }
    var isGone = false
    _ = try unsafe storage.run(name) { exception in
      isGone = unsafe js.pointee.JSObjectDeleteProperty(context, reference, own, exception)
      return nil
    }
    return isGone
  }

  /// The property at an index; `undefined` if there is none.
  ///
  /// - Throws: what a getter throws.
  public func get(at index: UInt32) throws(ScriptError) -> ScriptValue {
    let (js, context, reference) = unsafe (storage.js, storage.context, reference)
    let value = try unsafe storage.run("[\(index)]") {
      unsafe js.pointee.JSObjectGetPropertyAtIndex(context, reference, index, $0)
    }
    return unsafe storage.value(value)
  }

  /// Sets the property at an index.
  ///
  /// - Throws: what a setter throws.
  public func set(at index: UInt32, _ value: ScriptValue) throws(ScriptError) {
    let (js, context, reference) = unsafe (storage.js, storage.context, reference)
    let made = try unsafe storage.make(value)
    _ = try unsafe storage.run("[\(index)]") { exception in
      unsafe js.pointee.JSObjectSetPropertyAtIndex(context, reference, index, made, exception)
      return nil
    }
  }

  /// The names of its properties that are listed, in the order of the engine.
  public var names: [String] {
    let js = unsafe storage.js
    guard let list = unsafe js.pointee.JSObjectCopyPropertyNames(storage.context, reference) else {
      return []
    }
    defer { unsafe js.pointee.JSPropertyNameArrayRelease(list) }
    let count = unsafe js.pointee.JSPropertyNameArrayGetCount(list)
    return (0..<count).map { index in
      guard let name = unsafe js.pointee.JSPropertyNameArrayGetNameAtIndex(list, index) else {
        return ""
      }
      return unsafe storage.read(name)
    }
  }

  // MARK: Calls

  /// Calls it.
  ///
  /// - Parameters:
  ///   - arguments: what it gets.
  ///   - this: what `this` is to be; the global object if nil.
  /// - Returns: what it returns.
  /// - Throws: what it throws; ``ScriptError/notCallable(_:)``.
  @discardableResult
  public func call(
    _ arguments: [ScriptValue] = [],
    this: ScriptObject? = nil
  ) throws(ScriptError) -> ScriptValue {
    guard isFunction else { throw .notCallable("the object") }
    if let this, this.storage !== storage { throw .foreignValue }
    return try unsafe storage.withReferences(to: arguments) { (made) throws(ScriptError) in
      try unsafe invoke(made, this)
    }
  }

  @unsafe private func invoke(
    _ arguments: UnsafeBufferPointer<OpaquePointer?>,
    _ this: ScriptObject?
  ) throws(ScriptError) -> ScriptValue {
    let (js, context, reference) = unsafe (storage.js, storage.context, reference)
    let receiver = unsafe this?.reference
    let value = try unsafe storage.run("a function") { exception in
      unsafe js.pointee.JSObjectCallAsFunction(
        context,
        reference,
        receiver,
        arguments.count,
        arguments.baseAddress,
        exception
      )
    }
    return unsafe storage.value(value)
  }

  /// Calls it with numbers, without anything being allocated here, and takes no notice of what it returns.
  ///
  /// - Parameter numbers: up to 16 of them.
  /// - Throws: what it throws.
  public func call(numbers: Span<Double>) throws(ScriptError) {
    precondition(numbers.count <= 16, "too many numbers")
    let (js, context, reference) = unsafe (storage.js, storage.context, reference)
    var arguments: [16 of OpaquePointer?] = unsafe .init(repeating: nil)
    for index in numbers.indices {
      unsafe arguments[index] = js.pointee.JSValueMakeNumber(context, numbers[index])
    }
    let count = numbers.count
    _ = try unsafe storage.run("a function") { exception in
      unsafe arguments.span.withUnsafeBufferPointer {
        unsafe js.pointee.JSObjectCallAsFunction(
          context,
          reference,
          nil,
          count,
          $0.baseAddress,
          exception
        )
      }
    }
  }

  /// Calls it with a text of UTF-8, and takes no notice of what it returns.
  ///
  /// - Throws: what it throws.
  public func call(utf8 text: RawSpan) throws(ScriptError) {
    let (js, context, reference) = unsafe (storage.js, storage.context, reference)
    let own = unsafe text.withUnsafeBytes {
      unsafe storage.makeText($0.assumingMemoryBound(to: UInt8.self))
    }
    defer { unsafe js.pointee.JSStringRelease(own) }
    var argument: OpaquePointer? = unsafe js.pointee.JSValueMakeString(context, own)
    _ = try unsafe storage.run("a function") { exception in
      unsafe js.pointee.JSObjectCallAsFunction(context, reference, nil, 1, &argument, exception)
    }
  }

  /// Calls a method of it.
  ///
  /// - Throws: what it throws; ``ScriptError/notCallable(_:)`` if there is none of that name.
  @discardableResult
  public func call(
    method name: String,
    _ arguments: [ScriptValue] = []
  ) throws(ScriptError) -> ScriptValue {
    guard let function = try get(name).object, function.isFunction else { throw .notCallable(name) }
    return try function.call(arguments, this: self)
  }
}

extension ScriptObject: Equatable {
  /// Whether they are the same object.
  public static func == (one: ScriptObject, other: ScriptObject) -> Bool {
    guard one.storage === other.storage else { return false }
    return unsafe one.storage.js.pointee.JSValueIsStrictEqual(
      one.storage.context,
      one.reference,
      other.reference
    )
  }
}
