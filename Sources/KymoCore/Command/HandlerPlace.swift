/// A place in a stage of a command, at which a handler is mapped.
public struct HandlerPlace: Sendable, Equatable {
  /// The name of the command.
  public let command: String
  /// The stage.
  public let stage: Stage
  /// The name that reports give the handler: that of its type or, of a closure, `command, stage`.
  ///
  /// From the second closure of a stage on, its number stands behind that: `trip, view 2`.
  public let name: String

  init(_ command: String, _ stage: Stage, of handler: Handler, closure number: Int) {
    self.command = command
    self.stage = stage
    name =
      handler.isClosure
      ? "\(command), \(stage)" + (number > 1 ? " \(number)" : "") : "\(type(of: handler))"
  }
}
