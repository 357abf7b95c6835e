/// A call that the user of a page makes.
public enum SyntheticCall: Sendable, Equatable {
  /// A command and its message, mostly JSON; nil for none. Both are as long as the usual `BridgeLimits` allow.
  case call(String, String?)
  /// A URL that the page made in some other way, as it is.
  case url(String)
}
