/// Why a text is not taken as JSON, and where.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of problem.
  public enum Kind: Equatable, Sendable {
    /// Nothing but white space.
    case empty
    /// A byte that cannot stand here.
    case unexpectedByte(UInt8)
    /// The text ends within a value.
    case unexpectedEnd
    /// A control character within a string that is not escaped.
    case unescapedControl(UInt8)
    /// A backslash that begins no escape.
    case badEscape
    /// Half of a surrogate pair, which is no character and cannot be UTF-8.
    case loneSurrogate
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// A whole number beyond 64 bits, or a number beyond the range of a double.
    case numberOutOfRange
    /// More open containers than the document's limit.
    case tooDeep(limit: Int)
    /// More bytes than the document's limit.
    case tooLong(limit: Int)
    /// The text is JSON, but the parser did not take it; a defect of the parser.
    case refused
  }

  /// The kind of problem.
  public var kind: Kind
  /// Where, in bytes from the start of the text.
  public var offset: Int

  /// Puts an error together.
  public init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// Whether the text is JSON by its grammar, but beyond a limit or not representable.
  ///
  /// Such a text is refused; a text that is no JSON at all may be taken for plain text instead.
  public var isLimit: Bool {
    switch kind {
    case .loneSurrogate, .numberOutOfRange, .tooDeep, .tooLong, .invalidUTF8, .refused: true
    case .empty, .unexpectedByte, .unexpectedEnd, .unescapedControl, .badEscape: false
    }
  }

  /// One sentence that says what is wrong and where.
  public var description: String {
    switch kind {
    case .empty: "there is no value in the text"
    case .unexpectedByte(let byte): "byte \(byte) cannot stand at offset \(offset)"
    case .unexpectedEnd: "the text ends within a value, at offset \(offset)"
    case .unescapedControl(let byte):
      "control character \(byte) is not escaped, at offset \(offset)"
    case .badEscape: "a backslash begins no escape, at offset \(offset)"
    case .loneSurrogate: "half of a surrogate pair at offset \(offset)"
    case .invalidUTF8: "the bytes at offset \(offset) are not UTF-8"
    case .numberOutOfRange: "the number at offset \(offset) is beyond 64 bits"
    case .tooDeep(let limit): "more than \(limit) open containers at offset \(offset)"
    case .tooLong(let limit): "more than \(limit) bytes"
    case .refused: "the parser did not take the text"
    }
  }
}
