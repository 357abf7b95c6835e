import CJavaScriptCore

// SAFETY: a context is made, used and released on one thread, and holds its group as long as it lives. Another one of the
// same group shares its heap, so that a reference is good in both. A reference that
// outlasts a call is protected by the `ScriptObject` that holds it, which also holds this storage, so that nothing is
// unprotected after the context is gone. References that live for one call alone lie on the stack, which the engine's
// collector scans.

/// The engine's own references of a context: what it and its objects share.
@safe final class ScriptStorage {
  let engine: ScriptEngine
  let js: ScriptEngine.Functions
  let group: OpaquePointer
  let context: OpaquePointer
  let watchdog: ScriptWatchdog
  /// How many objects native code holds.
  var heldObjects = 0
  /// The exception that was thrown last, and the value itself: a native function that hands it on
  /// throws that again.
  var thrown: (exception: ScriptException, value: ScriptValue)?

  init(_ engine: ScriptEngine, limits: ScriptLimits) throws(ScriptError) {
    self.engine = engine
    unsafe js = engine.functions
    guard let group = unsafe js.pointee.JSContextGroupCreate(),
      let context = unsafe js.pointee.JSGlobalContextCreateInGroup(group, nil)
    else { throw .engine("it makes no context") }
    unsafe self.group = group
    unsafe self.context = context
    watchdog = unsafe ScriptWatchdog(limits, js, group)
    watchdog.arm()
  }

  /// The other global object of the same heap; nil as long as nobody wants it.
  private var other: OpaquePointer?

  /// The other global object, for scripts that are to have built-ins of their own.
  @unsafe func apart() throws(ScriptError) -> OpaquePointer {
    if let other = unsafe other { return unsafe other }
    guard let made = unsafe js.pointee.JSGlobalContextCreateInGroup(group, nil) else {
      throw .engine("it makes no context")
    }
    unsafe other = made
    return unsafe made
  }

  /// Further global objects, by number.
  private var realms: [Int: ScriptRealm] = [:]
  private var lastRealm = 0

  /// Makes global objects beside these; the number that they are known by.
  func makeRealm() throws(ScriptError) -> Int {
    let realm = try unsafe ScriptRealm(js, group)
    lastRealm += 1
    realms[lastRealm] = realm
    return lastRealm
  }

  /// The realm of a number.
  ///
  /// - Throws: ``ScriptError/foreignValue`` if it was dropped.
  func realm(_ number: Int) throws(ScriptError) -> ScriptRealm {
    guard let found = realms[number] else { throw .foreignValue }
    return found
  }

  /// Lets a realm go; what it holds goes when nothing reaches it any more.
  func dropRealm(_ number: Int) { realms[number] = nil }

  deinit {
    realms = [:]
    if let other = unsafe other { unsafe js.pointee.JSGlobalContextRelease(other) }
    unsafe js.pointee.JSGlobalContextRelease(context)
    unsafe js.pointee.JSContextGroupRelease(group)
  }

  // MARK: Texts

  /// A text for the engine; who gets it releases it.
  @unsafe func makeText(_ text: String) -> OpaquePointer {
    var text = text
    return text.withUTF8 { unsafe makeText($0) }
  }

  /// A text for the engine; who gets it releases it.
  @unsafe func makeText(_ utf8: UnsafeBufferPointer<UInt8>) -> OpaquePointer {
    // The short way takes bytes up to a zero.
    if utf8.count < 1 << 16, unsafe utf8.allSatisfy({ $0 > 0 && $0 < 0x80 }) {
      return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: utf8.count + 1) {
        buffer in
        for index in 0..<utf8.count { unsafe buffer[index] = CChar(utf8[index]) }
        unsafe buffer[utf8.count] = 0
        return unsafe js.pointee.JSStringCreateWithUTF8CString(buffer.baseAddress)
      }
    }
    let characters = unsafe Array(String(decoding: utf8, as: UTF8.self).utf16)
    return unsafe characters.withUnsafeBufferPointer {
      unsafe js.pointee.JSStringCreateWithCharacters($0.baseAddress, $0.count)
    }
  }

  /// A text of the engine as ours, which is released.
  @unsafe func take(_ text: OpaquePointer) -> String {
    defer { unsafe js.pointee.JSStringRelease(text) }
    return unsafe read(text)
  }

  /// A text of the engine as ours; a lone surrogate becomes U+FFFD.
  @unsafe func read(_ text: OpaquePointer) -> String {
    let count = unsafe js.pointee.JSStringGetLength(text)
    guard count > 0, let characters = unsafe js.pointee.JSStringGetCharactersPtr(text) else {
      return ""
    }
    let units = unsafe UnsafeBufferPointer(start: characters, count: count)
    var bits: UInt16 = 0
    for index in 0..<count { unsafe bits |= units[index] }
    // The general way takes many times as long, and most texts do not need it.
    guard bits < 0x80 else { return unsafe String(decoding: units, as: UTF16.self) }
    return unsafe String(unsafeUninitializedCapacity: count) { bytes in
      for index in 0..<count { unsafe bytes[index] = UInt8(truncatingIfNeeded: units[index]) }
      return count
    }
  }

  // MARK: Values

  /// A value for the engine, for the length of a call.
  @unsafe func make(_ value: ScriptValue) throws(ScriptError) -> OpaquePointer {
    switch value {
    case .undefined: return unsafe js.pointee.JSValueMakeUndefined(context)
    case .null: return unsafe js.pointee.JSValueMakeNull(context)
    case .boolean(let value): return unsafe js.pointee.JSValueMakeBoolean(context, value)
    case .number(let value): return unsafe js.pointee.JSValueMakeNumber(context, value)
    case .string(let text): return unsafe makeString(text)
    case .object(let object):
      guard object.storage === self else { throw .foreignValue }
      return unsafe object.reference
    }
  }

  /// Makes values for the engine, for the length of a call.
  ///
  /// A text that was made is alive as long as the stack has its reference, and the next one may set the collector going:
  /// so few are kept on the stack, and many are protected.
  @unsafe func withReferences<Result>(
    to values: [ScriptValue],
    _ body: (UnsafeBufferPointer<OpaquePointer?>) throws(ScriptError) -> Result
  ) throws(ScriptError) -> Result {
    var few: [8 of OpaquePointer?] = unsafe .init(repeating: nil)
    if values.count <= 8 {
      for index in values.indices { unsafe few[index] = try make(values[index]) }
      let span = unsafe few.span
      return try unsafe span.withUnsafeBufferPointer { (made) throws(ScriptError) in
        try unsafe body(UnsafeBufferPointer(rebasing: made[..<values.count]))
      }
    }
    var many: [OpaquePointer?] = unsafe []
    defer { unsafe many.forEach { unsafe js.pointee.JSValueUnprotect(context, $0) } }
    for value in values {
      let one = try unsafe make(value)
      unsafe js.pointee.JSValueProtect(context, one)
      unsafe many.append(one)
    }
    return try unsafe many.withUnsafeBufferPointer { (made) throws(ScriptError) in
      try unsafe body(made)
    }
  }

  /// A text as a value, for the length of a call.
  @unsafe func makeString(_ text: String) -> OpaquePointer {
    let own = unsafe makeText(text)
    defer { unsafe js.pointee.JSStringRelease(own) }
    return unsafe js.pointee.JSValueMakeString(context, own)
  }

  /// A value of the engine as ours.
  @unsafe func value(_ reference: OpaquePointer) -> ScriptValue {
    switch unsafe js.pointee.JSValueGetType(context, reference) {
    case Int32(kJSTypeUndefined): return .undefined
    case Int32(kJSTypeNull): return .null
    case Int32(kJSTypeBoolean):
      return .boolean(unsafe js.pointee.JSValueToBoolean(context, reference))
    case Int32(kJSTypeNumber):
      return .number(unsafe js.pointee.JSValueToNumber(context, reference, nil))
    case Int32(kJSTypeString): return .string(unsafe text(of: reference) ?? "")
    default: return .object(unsafe ScriptObject(self, reference))
    }
  }

  /// A value as `String()` has it; nil if that throws.
  @unsafe func text(of reference: OpaquePointer) -> String? {
    guard let text = unsafe js.pointee.JSValueToStringCopy(context, reference, nil) else {
      return nil
    }
    return unsafe take(text)
  }

  // MARK: Calls

  /// Runs something that may call scripts, and says what they threw.
  ///
  /// - Parameters:
  ///   - source: what runs, for an error.
  ///   - body: gets where an exception is to be put.
  /// - Returns: what the body returns; `undefined` for nothing.
  /// - Throws: what a script has thrown, or the limit that it ran into.
  @unsafe func run(
    _ source: @autoclosure () -> String,
    _ body: (UnsafeMutablePointer<OpaquePointer?>) -> OpaquePointer?
  ) throws(ScriptError) -> OpaquePointer {
    let isOutermost = watchdog.enter()
    defer {
      watchdog.leave(isOutermost)
      if isOutermost { thrown = nil }
    }
    var exception: OpaquePointer?
    let result = unsafe body(&exception)
    if let ending = watchdog.ending {
      // Until the outermost call ends, nothing runs any more.
      switch ending {
      case .time: throw .timeLimit(watchdog.limits.seconds, source: source())
      case .memory: throw .memoryLimit(watchdog.limits.memoryBytes, source: source())
      case .interruption: throw .interrupted(source: source())
      }
    }
    if let exception = unsafe exception {
      let description = unsafe describe(exception)
      // An object holds this storage, so it is let go with the outermost call.
      if !isOutermost { thrown = (description, unsafe value(exception)) }
      throw .thrown(description)
    }
    guard let result = unsafe result else {
      return unsafe js.pointee.JSValueMakeUndefined(context)
    }
    return unsafe result
  }

  /// Puts what was thrown into words.
  @unsafe func describe(_ exception: OpaquePointer) -> ScriptException {
    let kind = unsafe js.pointee.JSValueGetType(context, exception)
    guard kind == Int32(kJSTypeObject) else {
      return ScriptException(name: "", message: unsafe text(of: exception) ?? "a symbol")
    }
    let message = unsafe property(exception, "message")
    let stack = unsafe property(exception, "stack") ?? ""
    var source = unsafe property(exception, "sourceURL") ?? ""
    // One that was made anew, as an error of a native function is, knows where it was thrown by its calls alone.
    if source == "undefined" { source = "" }
    return ScriptException(
      name: message == nil ? "" : unsafe property(exception, "name") ?? "",
      message: unsafe message ?? text(of: exception) ?? "an object",
      source: source,
      line: unsafe integer(exception, "line"),
      column: unsafe integer(exception, "column"),
      stack: stack == "undefined" ? "" : stack
    )
  }

  /// A property as text; nil if it is undefined, or reading it throws.
  @unsafe private func property(_ object: OpaquePointer, _ name: String) -> String? {
    let own = unsafe makeText(name)
    defer { unsafe js.pointee.JSStringRelease(own) }
    var exception: OpaquePointer?
    let value = unsafe js.pointee.JSObjectGetProperty(context, object, own, &exception)
    guard unsafe exception == nil, let value = unsafe value,
      unsafe js.pointee.JSValueGetType(context, value) != Int32(kJSTypeUndefined)
    else { return nil }
    return unsafe text(of: value)
  }

  @unsafe private func integer(_ object: OpaquePointer, _ name: String) -> Int {
    unsafe property(object, name).flatMap { Int($0) } ?? 0
  }
}
