/// An event of the plan that was due about when a slow one was.
public struct TailNeighbour: Sendable, Equatable {
  /// Its place in the plan.
  public var index: Int
  /// The name of its command.
  public var command: String
  /// When it was due, in ns after the start of the run.
  public var dueNanoseconds: Int64

  /// Names the event.
  public init(index: Int, command: String, dueNanoseconds: Int64) {
    self.index = index
    self.command = command
    self.dueNanoseconds = dueNanoseconds
  }
}
