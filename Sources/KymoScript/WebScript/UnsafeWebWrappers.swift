import CJavaScriptCore

// SAFETY: the engine's object holds one reference of its wrapper, from the moment it is made until it is finalized, when
// the reference is taken over. An entry's pointer to a wrapper is used only while the entry is there, which goes when the
// wrapper is finalized. A weak reference of the engine is released once, by who takes its entry out. What is made for a
// call lies on the stack, which the engine's collector scans, or is protected by a `ScriptObject`.

/// The objects of a page that stand for something of native code.
@safe final class WebWrappers {
  @safe private struct Entry {
    var weak: OpaquePointer
    var wrapper: Unmanaged<WebWrapper>
    /// In which order they were made.
    var serial: Int
  }

  let context: ScriptContext
  weak var page: WebScriptPage?
  private var storage: ScriptStorage { context.storage }
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var released: [WebWrapper] = []
  private var lastSerial = 0
  /// The object that they inherit from; nil when the page is closed.
  private var prototype: ScriptObject?
  private var arrayPrototype: ScriptObject?

  /// The script of the prototype of native objects: a text by their description, as a number 0.
  private static let prototypeScript = """
    (function (describe) {
      const methods = {
        toString() { return describe(this); },
        valueOf() { return describe(this); },
        [Symbol.toPrimitive](hint) { return hint === 'number' ? 0 : describe(this); },
      };
      for (const key of Reflect.ownKeys(methods)) {
        Object.defineProperty(methods, key, { enumerable: false });
      }
      return Object.freeze(methods);
    })
    """

  init(_ context: ScriptContext) throws(ScriptError) {
    self.context = context
    let make = try context.evaluate(Self.prototypeScript, name: "native-object.js").object
    let describe = context.makeFunction { [weak self] arguments in
      guard let object = arguments[0].object, let wrapper = self?.wrapper(of: object) else {
        throw ScriptException(name: "TypeError", message: "not an object of native code")
      }
      return .string(wrapper.description)
    }
    prototype = try make?.call([.object(describe)]).object
    arrayPrototype = try context.evaluate("Array.prototype", name: "native-object.js").object
  }

  // MARK: Making

  /// The object for something of native code: the same for the same object.
  func object(for value: WebValue) -> ScriptObject {
    let classes = unsafe WebClasses.shared
    switch value {
    case .native(let object):
      return unsafe known(ObjectIdentifier(object)) {
        let table = object.webScriptTable
        let isCallable = table.defaultMethod != nil
        return unsafe (
          .object(object, table), isCallable ? classes?.callable : classes?.object
        )
      }
    case .opaque(let object):
      return unsafe known(ObjectIdentifier(object)) { unsafe (.opaque(object), classes?.object) }
    case .array(let values):
      let wrapper = WebWrapper(.array(values), self)
      return unsafe ScriptObject(storage, make(wrapper, classes?.array, arrayPrototype))
    default: return context.global
    }
  }

  @unsafe private func known(
    _ identity: ObjectIdentifier,
    _ content: () -> (WebWrapper.Content, OpaquePointer?)
  ) -> ScriptObject {
    let js = unsafe storage.js
    if let entry = entries[identity] {
      if let object = unsafe js.pointee.JSWeakGetObject(entry.weak) {
        return unsafe ScriptObject(storage, object)
      }
      // The engine has let it go, and will say so later: the object is given out anew.
      unsafe entry.wrapper.takeUnretainedValue().isSuperseded = true
      forget(identity)
    }
    let (content, kind) = unsafe content()
    let wrapper = WebWrapper(content, self, identity: identity)
    let object = unsafe make(wrapper, kind, prototype)
    if let weak = unsafe js.pointee.JSWeakCreate(storage.group, object) {
      lastSerial += 1
      entries[identity] = unsafe Entry(
        weak: weak,
        wrapper: .passUnretained(wrapper),
        serial: lastSerial
      )
    }
    return unsafe ScriptObject(storage, object)
  }

  /// The function for a method.
  @unsafe func makeFunction(_ content: WebWrapper.Content) -> OpaquePointer {
    unsafe make(WebWrapper(content, self), WebClasses.shared?.function, prototype)
  }

  @unsafe private func make(
    _ wrapper: WebWrapper,
    _ kind: OpaquePointer?,
    _ prototype: ScriptObject?
  ) -> OpaquePointer {
    let js = unsafe storage.js
    let object = unsafe js.pointee.JSObjectMake(
      storage.context,
      kind,
      Unmanaged.passRetained(wrapper).toOpaque()
    )
    if let prototype {
      unsafe js.pointee.JSObjectSetPrototype(storage.context, object, prototype.reference)
    }
    return unsafe object
  }

  // MARK: Looking

  /// Returns the wrapper that an object stands for.
  func wrapper(of object: ScriptObject) -> WebWrapper? {
    guard object.storage === storage else { return nil }
    return unsafe WebClasses.wrapper(of: object.reference, storage)
  }

  /// Returns the value that an object was made from; nil if it is one of JavaScript.
  func original(of object: ScriptObject) -> WebValue? { wrapper(of: object)?.original }

  /// Whether objects of native code inherit a member.
  func inherits(_ name: String) -> Bool { prototype?.has(name) ?? false }

  /// The number that JavaScript reads in a text.
  func number(in text: String) -> Double {
    let value = unsafe storage.makeString(text)
    return unsafe storage.js.pointee.JSValueToNumber(storage.context, value, nil)
  }

  // MARK: Letting go

  /// Called by the engine's collector, within which no script may run: what is to be done is done later.
  func release(_ wrapper: WebWrapper) {
    guard let identity = wrapper.identity else { return }
    if !wrapper.isSuperseded { released.append(wrapper) }
    if let entry = entries[identity],
      unsafe entry.wrapper.toOpaque() == Unmanaged.passUnretained(wrapper).toOpaque()
    {
      forget(identity)
    }
  }

  /// One that the engine has let go.
  func nextReleased() -> WebWrapper? { released.popLast() }

  /// All that the engine has, and has let go and not said yet; they are not known any more.
  func removeAll() -> [WebWrapper] {
    var all = released
    released.removeAll()
    for (identity, entry) in entries.sorted(by: { $0.value.serial < $1.value.serial }) {
      let wrapper = unsafe entry.wrapper.takeUnretainedValue()
      wrapper.isSuperseded = true
      all.append(wrapper)
      forget(identity)
    }
    prototype = nil
    arrayPrototype = nil
    return all
  }

  private func forget(_ identity: ObjectIdentifier) {
    guard let entry = entries.removeValue(forKey: identity) else { return }
    unsafe storage.js.pointee.JSWeakRelease(storage.group, entry.weak)
  }
}
