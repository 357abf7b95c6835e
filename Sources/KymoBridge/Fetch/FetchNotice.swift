/// An event of a request, and when it happened.
public struct FetchNotice: Sendable, Equatable {
  /// Whose event it is.
  public var id: FetchID
  /// When, in logical ns.
  public var time: Int64
  /// The event.
  public var event: FetchEvent

  /// Puts a notice together.
  public init(_ id: FetchID, at time: Int64, _ event: FetchEvent) {
    self.id = id
    self.time = time
    self.event = event
  }
}
