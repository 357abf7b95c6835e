/// The parameters of a call: its message, decoded into memory that is used again and again.
///
/// | message | strict | legacy |
/// |---|---|---|
/// | `["a","start"]` | a parameter for each element | the same |
/// | `-1`, `true`, `null`, `"a"`, `{"a":1}` | one parameter of that type | the text; of an object an error |
/// | `[]`, nothing | no parameter | the text |
/// | text that is no JSON | the text | the text |
///
/// The raw text of every parameter is kept: ``JSONDocument/withRawText(of:_:)``.
public struct CallMessage: ~Copyable {
  enum Shape {
    case none
    case list
    case single
  }

  /// The values that parameters are places in.
  public internal(set) var document: JSONDocument
  /// Whether there is a message, be it an empty one.
  public internal(set) var isPresent = false
  /// Why the message is taken for plain text; nil if it is not.
  public private(set) var plainTextReason: JSONError?
  var shape = Shape.none

  /// Sets the memory for messages within `limits` aside.
  public init(limits: BridgeLimits = BridgeLimits()) { document = JSONDocument(limits: limits) }

  /// How many parameters there are.
  public var count: Int {
    switch shape {
    case .none: 0
    case .list: document.count(of: document.root)
    case .single: 1
    }
  }

  /// A parameter, or nil if there is none at `index`.
  ///
  /// - Complexity: O(index).
  public subscript(index: Int) -> JSONValue? {
    switch shape {
    case .none: nil
    case .list: document.element(index, of: document.root)
    case .single: index == 0 ? document.root : nil
    }
  }

  /// Goes through the parameters in order.
  public func cursor() -> JSONCursor {
    switch shape {
    case .none: JSONCursor(position: 0, end: 0, generation: 0)
    case .list: document.cursor(over: document.root)
    case .single: document.cursor(at: document.root)
    }
  }

  /// Decodes a message as JavaScript gave it; nil if it gave none.
  ///
  /// - Throws: ``CallError/message(_:)``, ``CallError/objectMessage``, ``CallError/tooLong(limit:)`` or
  ///   ``CallError/invalidUTF8``; there is then no message.
  /// - Complexity: O(bytes), without allocation.
  public mutating func decode(_ text: String?, mode: CallMode = .strict) throws(CallError) {
    clear()
    guard let text else { return }
    try text.withRawUTF8 { (bytes) throws(CallError) in try decode(utf8: bytes, mode: mode) }
  }

  /// Decodes a message given as UTF-8.
  ///
  /// - Throws: as ``decode(_:mode:)``.
  public mutating func decode(utf8 text: RawSpan, mode: CallMode = .strict) throws(CallError) {
    clear()
    guard document.fill(text) else { throw .tooLong(limit: document.limits.messageBytes) }
    try decodeSource(mode)
  }

  /// Forgets the message.
  public mutating func clear() {
    document.reset()
    isPresent = false
    plainTextReason = nil
    shape = .none
  }

  /// Decodes what lies in the document's source.
  mutating func decodeSource(_ mode: CallMode) throws(CallError) {
    switch mode {
    case .strict: try decodeStrict()
    case .legacy: try decodeLegacy()
    }
    isPresent = true
  }

  private mutating func decodeStrict() throws(CallError) {
    if document.length == 0 { return }
    do throws(JSONError) {
      try document.parseSource()
    } catch {
      // What the parser takes is UTF-8.
      guard document.sourceIsUTF8 else { throw .invalidUTF8 }
      if error.isLimit { throw .message(error) }
      takeAsText(error)
      return
    }
    shape = document.kind(of: document.root) == .array ? .list : .single
  }

  private mutating func decodeLegacy() throws(CallError) {
    do throws(JSONError) {
      try document.parseSource()
    } catch {
      guard document.sourceIsUTF8 else { throw .invalidUTF8 }
      if error.kind == .numberOutOfRange { throw .message(error) }
      takeAsText(error)
      return
    }
    switch document.kind(of: document.root) {
    case .array where document.count(of: document.root) > 0: shape = .list
    case .object: throw .objectMessage
    default: takeAsText(nil)
    }
  }

  private mutating func takeAsText(_ reason: JSONError?) {
    document.takeSource()
    plainTextReason = reason
    shape = .single
  }
}
