/// One figure that a gate judges: a quantity of a command.
public struct GateMetric: Sendable, Hashable {
  /// The name of the command.
  public let command: String
  /// The figure of the command.
  public let quantity: GateQuantity

  /// Names a figure.
  public init(command: String, quantity: GateQuantity) {
    self.command = command
    self.quantity = quantity
  }
}
