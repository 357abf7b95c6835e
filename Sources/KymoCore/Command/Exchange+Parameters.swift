extension Exchange {
  /// How many parameters the request has, the controller included; 0 for an event that is no request.
  @inlinable public var parameterCount: Int { event.kind == .message ? parameters.count : 0 }

  /// A parameter: 0 is the controller, JavaScript's start at 1; nil if there is none.
  @inlinable public func parameter(_ index: Int) -> Value? {
    event.kind == .message ? parameters[index] : nil
  }

  /// Whether a parameter is the text `other`, byte for byte.
  public func parameter(_ index: Int, is other: StaticString) -> Bool {
    guard case .text(let reference)? = parameter(index) else { return false }
    return withText(reference) { $0.isEqual(to: other) }
  }

  /// A whole number.
  ///
  /// - Throws: ``HandlerError/missingParameter``, or ``HandlerError/wrongType`` for anything but a number
  ///   without a fraction within `Int64`.
  public func integer(at index: Int) throws(HandlerError) -> Int64 {
    switch parameter(index) {
    case .integer(let value)?: return value
    case .number(let value)?:
      guard let value = Int64(exactly: value) else { throw .wrongType }
      return value
    case nil: throw .missingParameter
    default: throw .wrongType
    }
  }

  /// A number.
  ///
  /// - Throws: ``HandlerError/missingParameter`` or ``HandlerError/wrongType``.
  public func number(at index: Int) throws(HandlerError) -> Double {
    switch parameter(index) {
    case .integer(let value)?: return Double(value)
    case .number(let value)?: return value
    case nil: throw .missingParameter
    default: throw .wrongType
    }
  }

  /// A truth value.
  ///
  /// - Throws: ``HandlerError/missingParameter`` or ``HandlerError/wrongType``.
  public func boolean(at index: Int) throws(HandlerError) -> Bool {
    switch parameter(index) {
    case .boolean(let value)?: return value
    case nil: throw .missingParameter
    default: throw .wrongType
    }
  }

  /// A text, for ``withText(_:_:)`` or ``string(_:)``.
  ///
  /// - Throws: ``HandlerError/missingParameter`` or ``HandlerError/wrongType``.
  public func text(at index: Int) throws(HandlerError) -> TextReference {
    switch parameter(index) {
    case .text(let reference)?: return reference
    case nil: throw .missingParameter
    default: throw .wrongType
    }
  }

  /// A text as a `String`, which is allocated.
  ///
  /// - Throws: ``HandlerError/missingParameter`` or ``HandlerError/wrongType``.
  public func string(at index: Int) throws(HandlerError) -> String {
    string(try text(at: index))
  }

  /// Lets `body` read a text, without allocation.
  ///
  /// - Throws: ``HandlerError/missingParameter``, ``HandlerError/wrongType``, or the error of `body`.
  public func withText<Result>(
    at index: Int,
    _ body: (RawSpan) throws(HandlerError) -> Result
  ) throws(HandlerError) -> Result {
    try withText(try text(at: index), body)
  }

  /// A parameter as the sender wrote it: `1e2` and not 100, the quotes of a text included.
  ///
  /// - Throws: ``HandlerError/missingParameter``.
  public func rawText(at index: Int) throws(HandlerError) -> TextReference {
    guard event.kind == .message, let raw = parameters.raw(index) else { throw .missingParameter }
    return raw
  }

  /// Lets `body` read a text of this request.
  ///
  /// - Precondition: the reference is of this request.
  @inlinable public func withText<Result, Failure: Error>(
    _ reference: TextReference,
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try parameters.withText(reference, body)
  }

  /// A text of this request as a `String`, which is allocated.
  public func string(_ reference: TextReference) -> String {
    withText(reference) { $0.text }
  }
}
