/// Turns the text of a request into parameters: subclass it, and name it in the ``CommandMap``.
///
/// A dispatcher asks it once for every event of kind `message`, before the first handler. A request that
/// cannot be decoded is an outcome, ``OutcomeStatus/malformed``, and reaches no handler.
open class RequestDecoder {
  /// Makes a decoder.
  public init() {}

  /// How many bytes of text a request may need room for, at most 2³¹.
  open var textCapacity: Int { 0 }

  /// Decodes one request.
  ///
  /// - Parameters:
  ///   - text: the exact text that was sent.
  ///   - parameters: holds the controller, to which the decoder appends; allocates nothing.
  /// - Throws: why there can be no parameters.
  open func decode(_ text: RawSpan, into parameters: inout Parameters) throws(HandlerError) {}
}
