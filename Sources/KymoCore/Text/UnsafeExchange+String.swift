// SAFETY: the span is used within the call that lends the string's bytes.
extension Exchange {
  /// Replies with a text; see ``reply(text:to:)-(RawSpan,_)``.
  ///
  /// A handler on a hot path writes its text into memory of its own: a `String` may be allocated.
  ///
  /// - Throws: ``HandlerError/tooLong``.
  public mutating func reply(text: String, to cause: ReplyCause? = nil) throws(HandlerError) {
    var text = text
    var failure: HandlerError?
    text.withUTF8 { bytes in
      do throws(HandlerError) {
        try reply(text: unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(bytes)), to: cause)
      } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
