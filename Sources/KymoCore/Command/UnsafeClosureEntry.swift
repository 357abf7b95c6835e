extension Handler {
  /// Whether it is made of a closure, which has no name of its own.
  var isClosure: Bool { self is ClosureHandler || self is ThrowingHandler }

  /// The address at which the code of its closure begins; nil of a subclass that somebody wrote.
  ///
  /// SAFETY: a closure that is stored under its own type is two words, of which the first is the address of its
  /// code. Its bits are copied as two numbers, and nothing is reached through them. As a generic value it would be
  /// wrapped in another closure, so it lies in a struct.
  var closureEntry: UInt? {
    struct Typed {
      let body: (inout Exchange) throws(HandlerError) -> Verdict
    }
    struct Untyped {
      let body: (inout Exchange) throws -> Verdict
    }
    switch self {
    case let handler as ClosureHandler:
      return unsafe unsafeBitCast(Typed(body: handler.body), to: (UInt, UInt).self).0
    case let handler as ThrowingHandler:
      return unsafe unsafeBitCast(Untyped(body: handler.body), to: (UInt, UInt).self).0
    default: return nil
    }
  }
}
