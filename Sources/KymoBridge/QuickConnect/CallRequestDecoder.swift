public import KymoCore

/// Decodes the requests of a dispatcher: the URL of a call becomes the parameters of its handlers.
///
/// A list gives a parameter for each of its elements, any other message one. Texts and truth values come as
/// such, numbers as whole ones where they are written so and fit, arrays and objects as JSON text.
///
///     var map = CommandMap()
///     map.decoder = CallRequestDecoder(CallRules())
public final class CallRequestDecoder: RequestDecoder {
  private var calls: CallDecoder
  private let limits: BridgeLimits

  /// Sets the memory for calls within the limits of `rules` aside.
  public init(_ rules: CallRules = CallRules()) {
    calls = CallDecoder(rules)
    limits = rules.limits
  }

  /// Room for every text of a message, and for what handlers add.
  public override var textCapacity: Int { 2 * limits.messageBytes + (1 << 16) }

  /// Decodes a URL.
  ///
  /// - Throws: the error that stands for the ``CallError``, or `notACall` for any other address.
  public override func decode(
    _ text: RawSpan,
    into parameters: inout Parameters
  ) throws(HandlerError) {
    try Self.decode(text, with: &calls, into: &parameters)
  }

  /// One look at the property: each is checked for exclusive access.
  private static func decode(
    _ text: RawSpan,
    with calls: inout CallDecoder,
    into parameters: inout Parameters
  ) throws(HandlerError) {
    let kind: CallKind
    do throws(CallError) { kind = try calls.decode(utf8: text) } catch { throw HandlerError(error) }
    guard kind == .call else { throw .notACall }
    var cursor = calls.message.cursor()
    while let value = cursor.next(in: calls.message.document) {
      try calls.message.document.append(value, to: &parameters)
    }
  }
}

extension JSONDocument {
  /// Appends a value as a parameter.
  fileprivate func append(
    _ value: JSONValue,
    to parameters: inout Parameters
  ) throws(HandlerError) {
    let kind = kind(of: value)
    switch kind {
    case .null: try parameters.append(.none)
    case .bool: try parameters.append(.boolean(bool(of: value) ?? false))
    case .string:
      let text = try withText(of: value) { (text) throws(HandlerError) in
        try parameters.store(text)
      }
      guard let text else { throw .wrongType }
      try parameters.append(.text(text), raw: text)
    case .integer, .unsigned, .double, .array, .object:
      let raw = try withRawText(of: value) { (text) throws(HandlerError) in
        try parameters.store(text)
      }
      switch kind {
      case .array, .object: try parameters.append(.json(raw), raw: raw)
      case .integer: try parameters.append(.integer(integer(of: value) ?? 0), raw: raw)
      default: try parameters.append(.number(number(of: value) ?? .nan), raw: raw)
      }
    }
  }
}

extension HandlerError {
  /// The code under which a call that cannot be decoded is counted.
  public init(_ error: CallError) {
    switch error {
    case .tooLong: self = .tooLong
    case .missingCommand: self = .missingCommand
    case .missingMessage: self = .missingMessage
    case .unexpectedPair, .fragment: self = .unexpectedPart
    case .badPercentEscape: self = .badPercentEscape
    case .invalidUTF8, .notASCII: self = .badEncoding
    case .message: self = .badJSON
    case .objectMessage: self = .objectMessage
    }
  }
}
