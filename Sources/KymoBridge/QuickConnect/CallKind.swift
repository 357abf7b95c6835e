/// The meaning of a URL for the bridge.
public enum CallKind: Sendable {
  /// A call, which is now decoded.
  case call
  /// An address to load like any other.
  case navigation
}
