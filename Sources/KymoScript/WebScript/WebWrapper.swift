/// The content of the engine's object for something of native code.
final class WebWrapper {
  /// The native value that it stands for.
  enum Content {
    case object(any WebScriptable, WebScriptTable)
    case opaque(WebOpaqueObject)
    case array([WebValue])
    /// A method of another one.
    case method(WebWrapper, WebScriptTable.Method)
    /// The stand-in for a method that is not there.
    case undefinedMethod(WebWrapper, name: String)
  }

  /// The member that a name of an object stands for.
  enum Member {
    case key(WebScriptTable.Key)
    case method(WebScriptTable.Method)
    case undefined
  }

  let content: Content
  weak var wrappers: WebWrappers?
  /// The identity, which is the same for the same native object; nil if it is of no matter.
  let identity: ObjectIdentifier?
  /// The objects of JavaScript that it got through calls.
  var received = WeakObjects()
  /// Whether another one stands for the same native object now.
  var isSuperseded = false

  init(_ content: Content, _ wrappers: WebWrappers, identity: ObjectIdentifier? = nil) {
    self.content = content
    self.wrappers = wrappers
    self.identity = identity
  }

  /// The value as which it is given back to native code; nil: as an object of JavaScript.
  var original: WebValue? {
    switch content {
    case .object(let object, _): .native(object)
    case .opaque(let object): .opaque(object)
    case .array(let values): .array(values)
    case .method, .undefinedMethod: nil
    }
  }

  /// It as a text.
  var description: String {
    switch content {
    case .object(let object, _): object.webScriptDescription
    case .opaque(let object): object.description
    case .array: ""
    case .method(_, let method): "function \(method.name)() {\n    [native code]\n}"
    case .undefinedMethod(_, let name): "function \(name)() {\n    [native code]\n}"
    }
  }

  /// Returns the member that a name stands for, keys before methods.
  static func member(_ name: String, _ table: WebScriptTable) -> Member {
    if let key = table.keys[name] { return .key(key) }
    if let method = table.methods[name] { return .method(method) }
    return .undefined
  }

  /// The index that a name is; nil if it is none.
  static func index(_ name: String) -> Int? {
    guard name.utf8.count < 10, name.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      name.utf8.count == 1 || name.utf8.first != 0x30
    else { return nil }
    return Int(name)
  }
}
