/// An event whose handlers took so long that others waited behind it.
public struct TailBlocker: Sendable, Equatable {
  /// Its place in the plan; nil for an event that a handler raised.
  public var index: Int?
  /// The name of its command.
  public var command: String
  /// How long its handlers took, in ns.
  public var serviceNanoseconds: Int64

  /// Names the event.
  public init(index: Int?, command: String, serviceNanoseconds: Int64) {
    self.index = index
    self.command = command
    self.serviceNanoseconds = serviceNanoseconds
  }
}
