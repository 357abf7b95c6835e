/// The four measurements of a round, each by a fresh process.
public enum GateRole: Int, Sendable, CaseIterable {
  /// BASE.
  case base
  /// HEAD.
  case head
  /// BASE once more: what differs between the two is the machine's doing.
  case control
  /// HEAD, slowed down on purpose: what does not show this would not show a regression either.
  case canary

  /// The order of a round: every second one is mirrored.
  ///
  /// ABBA: over two rounds each role has the same mean place, so that what drifts steadily favours none.
  ///
  /// - Parameters:
  ///   - round: its number, from 0.
  ///   - isConfirmation: whether it belongs to the second batch, which needs no canary.
  /// - Returns: the roles, the first to be measured first.
  public static func order(round: Int, isConfirmation: Bool) -> [GateRole] {
    let order: [GateRole] = [.canary, .base, .head, .control]
    let roles = isConfirmation ? Array(order.dropFirst()) : order
    return round.isMultiple(of: 2) ? roles : roles.reversed()
  }
}
