/// The keys and methods of a native object that scripts may use: nothing but those that are put in here.
///
///     var table = WebScriptTable()
///     table.key("stringValue", get: { .string(self.text) }, set: { self.text = $0.string ?? "" })
///     table.method("setA:b:", alias: "setAB", parameters: [.object, .double]) { … }
///
/// A class adds to the table of the class that it inherits from. What is put in again replaces what was there.
public struct WebScriptTable {
  /// The work of a method with its arguments.
  public typealias Body = (_ arguments: [WebValue]) throws -> WebValue

  /// A value that scripts read, and perhaps set.
  struct Key {
    var get: () throws -> WebValue
    var set: ((WebValue) throws -> Void)?
  }

  /// A method.
  struct Method {
    var selector: String
    /// The name that it has in `function name() { [native code] }`.
    var name: String
    var parameters: [WebType]
    var returns: WebType
    var body: Body
  }

  private(set) var keys: [String: Key] = [:]
  private(set) var methods: [String: Method] = [:]
  private(set) var defaultMethod: Method?
  /// The function for a method that is not there, with the name as the script has it; nil: it is no function.
  public var undefinedMethod: ((_ name: String, _ arguments: [WebValue]) throws -> WebValue)?
  /// The value of a key that is not there; nil: `undefined`.
  public var undefinedKey: ((_ key: String) throws -> WebValue)?
  /// The effect of setting a key that is not there; nil: none.
  public var setUndefinedKey: ((_ key: String, _ value: WebValue) throws -> Void)?

  /// A table that denies everything.
  public init() {}

  /// Lets scripts use a value.
  ///
  /// - Parameters:
  ///   - key: its name.
  ///   - alias: the name that scripts use instead; nil if they use the key.
  ///   - get: reads it.
  ///   - set: sets it; nil if scripts cannot.
  public mutating func key(
    _ key: String,
    alias: String? = nil,
    get: @escaping () throws -> WebValue,
    set: ((WebValue) throws -> Void)? = nil
  ) { keys[alias ?? key] = Key(get: get, set: set) }

  /// Lets scripts call a method, by its alias and by the name that its selector makes.
  ///
  /// A method with a structure or a pointer is not exported.
  ///
  /// - Parameters:
  ///   - selector: its name, with a colon for each parameter.
  ///   - alias: a name that scripts may use as well; names must not repeat.
  ///   - parameters: the types of its parameters; each is an object if nil. Surplus arguments are dropped, missing ones
  ///     are `undefined`.
  ///   - returns: the type of its result.
  ///   - body: what it does.
  public mutating func method(
    _ selector: String,
    alias: String? = nil,
    parameters: [WebType]? = nil,
    returns: WebType = .object,
    body: @escaping Body
  ) {
    let types =
      parameters
      ?? Array(repeating: .object, count: selector.utf8.count { $0 == UInt8(ascii: ":") })
    guard returns.isExported, types.allSatisfy(\.isExported) else { return }
    let name = WebScriptName.mangle(selector)
    let method = Method(
      selector: selector,
      name: alias ?? name,
      parameters: types,
      returns: returns,
      body: body
    )
    methods[name] = method
    if let alias { methods[alias] = method }
  }

  /// Lets scripts call the object itself.
  ///
  /// - Parameters:
  ///   - returns: the type of the result; what is no object is not given to scripts.
  ///   - body: what it does with all the arguments, in which `null` is ``WebValue/null``.
  public mutating func callable(returns: WebType = .object, body: @escaping Body) {
    defaultMethod = Method(
      selector: "invokeDefaultMethodWithArguments:",
      name: "",
      parameters: [],
      returns: returns,
      body: body
    )
  }

  /// Takes a value or a method out again, under all its names.
  public mutating func exclude(_ name: String) {
    keys[name] = nil
    for (key, method) in methods where key == name || method.selector == name {
      methods[key] = nil
    }
  }
}

/// An object of native code that scripts may use, as far as its table says.
public protocol WebScriptable: AnyObject {
  /// The table of what scripts may use; asked for when the object is first given to a page. It may
  /// hold the object.
  var webScriptTable: WebScriptTable { get }
  /// The object as a text.
  var webScriptDescription: String { get }
  /// Called once when the page lets go of the object, just before the object is released.
  ///
  /// Objects of JavaScript that it got through calls are not valid any more after that.
  func finalizeForWebScript()
}

extension WebScriptable {
  /// The name of the type.
  public var webScriptDescription: String { "<\(Self.self)>" }

  /// Does nothing.
  public func finalizeForWebScript() {}
}
