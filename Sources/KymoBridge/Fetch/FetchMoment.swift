/// An event of a request that is still to be taken: enough to make an appointment for it.
public struct FetchMoment: Sendable, Equatable {
  /// Whose event it is.
  public var id: FetchID
  /// When it is due, in logical ns.
  public var time: Int64
  /// The kind of event at that time.
  public var kind: FetchEvent.Kind

  /// Describes a notice.
  public init(_ notice: FetchNotice) {
    id = notice.id
    time = notice.time
    kind = notice.event.kind
  }
}
