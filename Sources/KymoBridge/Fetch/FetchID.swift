/// Names a request that a ``Fetcher`` has started; its requests are numbered from 1 on.
public struct FetchID: RawRepresentable, Sendable, Hashable {
  /// The number.
  public let rawValue: UInt32

  /// A name of that number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}
