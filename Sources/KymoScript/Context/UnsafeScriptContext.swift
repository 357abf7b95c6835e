import CJavaScriptCore

// SAFETY: everything here goes through the storage, which says why it holds. The memory of shared numbers belongs to a
// `ScriptNumbers`, which the engine's buffer holds too, so that it is freed when neither needs it any more.

/// A world of scripts: a global object, and what they may take.
///
/// It belongs to one thread.
///
///     let context = try ScriptContext()
///     try context.evaluate("6 * 7", name: "answer.js")        // .number(42)
///
/// Microtasks (promises) run when the outermost call into the context ends, and before it returns.
public final class ScriptContext {
  let storage: ScriptStorage

  /// Makes a context; the first loads the engine.
  ///
  /// - Throws: ``ScriptError/engine(_:)``.
  public init(limits: ScriptLimits = ScriptLimits()) throws(ScriptError) {
    storage = try ScriptStorage(try ScriptEngine.load(), limits: limits)
  }

  /// The global object.
  public var global: ScriptObject {
    unsafe ScriptObject(storage, storage.js.pointee.JSContextGetGlobalObject(storage.context))
  }

  /// Evaluates a script.
  ///
  /// - Parameters:
  ///   - source: the script.
  ///   - name: what errors call it.
  ///   - line: the number of its first line.
  /// - Returns: the value of its last expression.
  /// - Throws: what it throws, syntax errors included; a limit that it ran into.
  @discardableResult
  public func evaluate(
    _ source: String,
    name: String,
    line: Int = 1
  ) throws(ScriptError) -> ScriptValue {
    try unsafe evaluate(source, name: name, line: line, in: storage.context)
  }

  /// Evaluates a script in a global object of its own beside the page's, with built-ins of its own, so that nothing
  /// that scripts do to theirs reaches it; objects go to and fro.
  ///
  /// - Throws: as ``evaluate(_:name:line:)``.
  func evaluateApart(_ source: String, name: String) throws(ScriptError) -> ScriptValue {
    try unsafe evaluate(source, name: name, line: 1, in: try storage.apart())
  }

  /// Makes global objects beside the page's; the number that they are known by.
  ///
  /// - Throws: ``ScriptError/engine(_:)``.
  func makeRealm() throws(ScriptError) -> Int { try storage.makeRealm() }

  /// Lets global objects go that were made beside the page's.
  func dropRealm(_ number: Int) { storage.dropRealm(number) }

  /// Evaluates a script in a global object beside the page's.
  ///
  /// - Throws: as ``evaluate(_:name:line:)``; ``ScriptError/foreignValue`` if the realm was dropped.
  @discardableResult
  func evaluate(
    _ source: String,
    name: String,
    line: Int = 1,
    inRealm realm: Int,
    isApart: Bool = false
  ) throws(ScriptError) -> ScriptValue {
    let global = try unsafe storage.realm(realm).global(isApart: isApart)
    return try unsafe evaluate(source, name: name, line: line, in: global)
  }

  @unsafe private func evaluate(
    _ source: String,
    name: String,
    line: Int,
    in context: OpaquePointer
  ) throws(ScriptError) -> ScriptValue {
    let js = unsafe storage.js
    let text = unsafe storage.makeText(source)
    let title = unsafe storage.makeText(name)
    defer {
      unsafe js.pointee.JSStringRelease(text)
      unsafe js.pointee.JSStringRelease(title)
    }
    let value = try unsafe storage.run(name) {
      unsafe js.pointee.JSEvaluateScript(context, text, nil, title, Int32(clamping: line), $0)
    }
    return unsafe storage.value(value)
  }

  /// A function of native code for scripts; what it throws, they catch as an Error.
  public func makeFunction(_ body: @escaping ScriptFunctionBody) -> ScriptObject {
    unsafe ScriptObject(storage, NativeFunction.make(body, storage))
  }

  /// The value that a JSON text stands for.
  ///
  /// - Returns: nil if it is no JSON.
  public func value(json: String) -> ScriptValue? {
    let text = unsafe storage.makeText(json)
    defer { unsafe storage.js.pointee.JSStringRelease(text) }
    guard let value = unsafe storage.js.pointee.JSValueMakeFromJSONString(storage.context, text)
    else { return nil }
    return unsafe storage.value(value)
  }

  /// An array of values.
  ///
  /// - Throws: ``ScriptError/foreignValue``.
  public func makeArray(_ values: [ScriptValue]) throws(ScriptError) -> ScriptObject {
    let (js, context) = unsafe (storage.js, storage.context)
    let array = try unsafe storage.withReferences(to: values) { (made) throws(ScriptError) in
      try unsafe storage.run("an array") { exception in
        unsafe js.pointee.JSObjectMakeArray(context, made.count, made.baseAddress, exception)
      }
    }
    return unsafe ScriptObject(storage, array)
  }

  /// Collects what scripts cannot reach any more, all of it.
  public func collectGarbage() {
    unsafe storage.js.pointee.JSSynchronousGarbageCollectForDebugging(storage.context)
  }

  /// How many objects native code holds now.
  public var heldObjects: Int { storage.heldObjects }

  /// Has a function called for every promise that is rejected and not caught.
  ///
  /// - Throws: ``ScriptError/foreignValue``, ``ScriptError/notCallable(_:)``.
  public func setUnhandledRejection(_ function: ScriptObject) throws(ScriptError) {
    try unsafe setUnhandledRejection(function, of: storage.context)
  }

  /// The same for promises of a global object beside the page's.
  func setUnhandledRejection(_ function: ScriptObject, inRealm realm: Int) throws(ScriptError) {
    try unsafe setUnhandledRejection(function, of: storage.realm(realm).global(isApart: false))
  }

  @unsafe private func setUnhandledRejection(
    _ function: ScriptObject,
    of context: OpaquePointer
  ) throws(ScriptError) {
    guard function.storage === storage else { throw .foreignValue }
    let js = unsafe storage.js
    let reference = unsafe function.reference
    _ = try unsafe storage.run("onunhandledrejection") { exception in
      unsafe js.pointee.JSGlobalContextSetUnhandledRejectionCallback(context, reference, exception)
      return nil
    }
  }

  /// Bytes for scripts, as an ArrayBuffer of its own.
  ///
  /// - Throws: what the engine throws if there is no memory.
  public func makeBuffer(_ bytes: [UInt8]) throws(ScriptError) -> ScriptObject {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 8)
    unsafe bytes.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress {
        unsafe memory.copyMemory(from: start, byteCount: bytes.count)
      }
    }
    let (js, context) = unsafe (storage.js, storage.context)
    let buffer = try unsafe storage.run("a buffer") { exception in
      unsafe js.pointee.JSObjectMakeArrayBufferWithBytesNoCopy(
        context,
        memory,
        bytes.count,
        { bytes, _ in unsafe bytes?.deallocate() },
        nil,
        exception
      )
    }
    return unsafe ScriptObject(storage, buffer)
  }

  /// Numbers that native code and scripts share, without a copy.
  ///
  /// - Parameter count: how many; at least 1.
  /// - Returns: the numbers, all 0.
  /// - Throws: what the engine throws if there is no memory.
  public func makeNumbers(count: Int) throws(ScriptError) -> ScriptNumbers {
    precondition(count > 0, "there are no numbers")
    let memory = UnsafeMutableBufferPointer<Double>.allocate(capacity: count)
    unsafe memory.initialize(repeating: 0)
    let (js, context) = unsafe (storage.js, storage.context)
    let owner = unsafe SharedMemory(memory)
    let buffer = try unsafe storage.run("an array of numbers") { exception in
      unsafe js.pointee.JSObjectMakeArrayBufferWithBytesNoCopy(
        context,
        memory.baseAddress,
        count * MemoryLayout<Double>.stride,
        { _, info in
          if let info = unsafe info { unsafe Unmanaged<SharedMemory>.fromOpaque(info).release() }
        },
        Unmanaged.passRetained(owner).toOpaque(),
        exception
      )
    }
    let array = try unsafe storage.run("an array of numbers") {
      unsafe js.pointee.JSObjectMakeTypedArrayWithArrayBuffer(
        context,
        Int32(kJSTypedArrayFloat64),
        buffer,
        $0
      )
    }
    return ScriptNumbers(owner, array: unsafe ScriptObject(storage, array))
  }
}

/// Memory that goes when nobody holds it.
@safe final class SharedMemory {
  let memory: UnsafeMutableBufferPointer<Double>

  init(_ memory: UnsafeMutableBufferPointer<Double>) { unsafe self.memory = memory }

  deinit { unsafe memory.deallocate() }
}

/// Numbers that native code and scripts share: a Float64Array of theirs, memory of ours.
public final class ScriptNumbers {
  private let owner: SharedMemory
  /// The array as scripts see it.
  public let array: ScriptObject

  init(_ owner: SharedMemory, array: ScriptObject) {
    self.owner = owner
    self.array = array
  }

  /// How many there are.
  public var count: Int { unsafe owner.memory.count }

  /// One of them.
  ///
  /// - Precondition: the index is in `0..<count`.
  public subscript(index: Int) -> Double {
    get {
      precondition(index >= 0 && index < count, "index out of range")
      return unsafe owner.memory[index]
    }
    set {
      precondition(index >= 0 && index < count, "index out of range")
      unsafe owner.memory[index] = newValue
    }
  }
}
