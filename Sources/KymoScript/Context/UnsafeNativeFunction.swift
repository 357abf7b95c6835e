import CJavaScriptCore

// SAFETY: the engine's object holds one reference of the box, from the moment it is made until it is finalized; only then
// is it released. The arguments last as long as the call. The storage outlives the box, since the context, which
// finalizes the object at the latest when it goes, is released by the storage.

/// The arguments of a native function; they cannot be kept.
@safe public struct ScriptArguments: ~Copyable {
  unowned(unsafe) let storage: ScriptStorage
  let receiver: OpaquePointer
  let arguments: UnsafeBufferPointer<OpaquePointer?>

  /// How many there are.
  public var count: Int { unsafe arguments.count }

  /// An argument; `undefined` if there are fewer.
  public subscript(index: Int) -> ScriptValue {
    guard let reference = unsafe reference(index) else { return .undefined }
    return unsafe storage.value(reference)
  }

  /// `this`.
  public var this: ScriptValue { unsafe storage.value(receiver) }

  /// An argument as a number, without an object; NaN if it is none.
  public func number(_ index: Int) -> Double {
    guard let reference = unsafe reference(index),
      unsafe storage.js.pointee.JSValueGetType(storage.context, reference) == Int32(kJSTypeNumber)
    else { return .nan }
    return unsafe storage.js.pointee.JSValueToNumber(storage.context, reference, nil)
  }

  /// An argument as a text; nil if it is none.
  public func string(_ index: Int) -> String? {
    guard let reference = unsafe reference(index),
      unsafe storage.js.pointee.JSValueGetType(storage.context, reference) == Int32(kJSTypeString)
    else { return nil }
    return unsafe storage.text(of: reference)
  }

  @unsafe private func reference(_ index: Int) -> OpaquePointer? {
    index >= 0 && index < count ? unsafe arguments[index] : nil
  }
}

/// A function of native code that scripts call.
public typealias ScriptFunctionBody = (borrowing ScriptArguments) throws -> ScriptValue

/// A native function as the engine holds it.
final class NativeFunction {
  let body: ScriptFunctionBody
  unowned(unsafe) let storage: ScriptStorage

  init(_ body: @escaping ScriptFunctionBody, _ storage: ScriptStorage) {
    self.body = body
    unsafe self.storage = storage
  }

  /// The object that scripts see.
  @unsafe static func make(
    _ body: @escaping ScriptFunctionBody,
    _ storage: ScriptStorage
  ) -> OpaquePointer {
    let box = NativeFunction(body, storage)
    return unsafe storage.js.pointee.JSObjectMake(
      storage.context,
      functionClass,
      Unmanaged.passRetained(box).toOpaque()
    )
  }

  /// The class of such objects, for all contexts; it lasts as long as the process.
  nonisolated(unsafe) private static let functionClass = unsafe ScriptEngine.functions.flatMap {
    unsafe makeClass($0)
  }

  /// The function that a call asks the engine for, set once with the class: a constant would be
  /// asked whether it is there each time.
  nonisolated(unsafe) private static var privateOf:
    (@convention(c) (OpaquePointer?) -> UnsafeMutableRawPointer?)?

  @unsafe private static func makeClass(_ js: ScriptEngine.Functions) -> OpaquePointer? {
    unsafe privateOf = js.pointee.JSObjectGetPrivate
    var definition = unsafe JSClassDefinition()
    unsafe definition.attributes = UInt32(kJSClassNoAutomaticPrototype)
    unsafe definition.finalize = { object in
      guard let object = unsafe object,
        let box = unsafe ScriptEngine.functions?.pointee.JSObjectGetPrivate(object)
      else { return }
      unsafe Unmanaged<NativeFunction>.fromOpaque(box).release()
    }
    unsafe definition.call = { context, function, receiver, count, arguments, exception in
      guard let function = unsafe function, let receiver = unsafe receiver,
        let box = unsafe NativeFunction.privateOf?(function)
      else { return nil }
      return unsafe Unmanaged<NativeFunction>.fromOpaque(box)._withUnsafeGuaranteedRef { box in
        unsafe box.call(
          receiver,
          UnsafeBufferPointer(start: arguments, count: count),
          exception
        )
      }
    }
    return unsafe "NativeFunction".withCString { name in
      unsafe definition.name = name
      return unsafe js.pointee.JSClassCreate(&definition)
    }
  }

  @unsafe private func call(
    _ receiver: OpaquePointer,
    _ arguments: UnsafeBufferPointer<OpaquePointer?>,
    _ exception: UnsafeMutablePointer<OpaquePointer?>?
  ) -> OpaquePointer? {
    let storage = unsafe storage
    do {
      let value = try body(
        unsafe ScriptArguments(storage: storage, receiver: receiver, arguments: arguments)
      )
      return try unsafe storage.make(value)
    } catch {
      unsafe exception?.pointee = storage.makeError(error)
      return unsafe storage.js.pointee.JSValueMakeUndefined(storage.context)
    }
  }
}

extension ScriptStorage {
  /// An error of native code as one of JavaScript.
  @unsafe func makeError(_ error: any Error) -> OpaquePointer? {
    let message: String
    var name: String?
    switch error {
    case ScriptError.thrown(let exception):
      if let thrown, thrown.exception == exception { return try? unsafe make(thrown.value) }
      message = exception.message
      name = exception.name
    case let exception as ScriptException:
      message = exception.message
      name = exception.name
    default: message = "\(error)"
    }
    var argument: OpaquePointer? = unsafe makeString(message)
    let made = unsafe js.pointee.JSObjectMakeError(context, 1, &argument, nil)
    if let made = unsafe made, let name, !name.isEmpty, name != "Error" {
      try? unsafe ScriptObject(self, made).set("name", .string(name))
    }
    return unsafe made
  }
}
