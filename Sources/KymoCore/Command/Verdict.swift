/// The answer of a handler: whether to go on.
@frozen public enum Verdict: UInt8, BitwiseCopyable, Sendable {
  /// The next handler of the stage, then the next stage, follows.
  case proceed
  /// The request ends here: validation has failed, business is done, or no further view is wanted.
  case exit
}
