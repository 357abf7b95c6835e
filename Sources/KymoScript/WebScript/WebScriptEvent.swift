/// An event that the phone's web view swallows, or writes to a console that nobody reads.
public enum WebScriptEvent: Equatable {
  /// A script that native code has run threw, or ran into a limit; the result is `undefined`.
  case exception(ScriptError, operation: String)
  /// The value to be called is no function; the result is nothing.
  case notCallable(String)
  /// A native method, getter or setter threw; the script got `undefined`.
  case nativeError(member: String, reason: String)
  /// A script sets what it may not; nothing was set.
  case ignoredSet(String)
  /// Native code sets what an absent object should have; nothing was set.
  case setOnNothing(keyPath: String)
  /// A default method gives what is no object; the script got `undefined`.
  case resultIsNoObject(String)
  /// The object is not valid any more: getters gave nothing, setters did nothing.
  case invalidObject(operation: String)
  /// The holder's origin may not use the page: likewise.
  case unsafeAccess(operation: String, holder: String)
  /// An object of another page; the script got `undefined`.
  case foreignObject
}

/// Why there is no value.
public enum WebScriptError: Error, Sendable, Equatable, CustomStringConvertible {
  /// There is no such key, or its value is `undefined`.
  case undefinedKey(String)

  /// The problem in words.
  public var description: String {
    switch self {
    case .undefinedKey(let key): "the object has no value for the key \(key)"
    }
  }
}
