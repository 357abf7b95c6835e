/// The purpose of a run of a gate.
public enum GateStage: Sendable, Hashable {
  /// To warm up the machine, and to find out which figures there are.
  case warmUp
  /// For the first batch of pairs, to be looked at for the n-th time; from 1.
  case look(Int)
  /// For the batch that is to confirm what was seen, to be looked at for the n-th time; from 1.
  case confirmation(Int)

  /// Whether it is a part of the second batch.
  public var isConfirmation: Bool {
    switch self {
    case .confirmation: true
    case .warmUp, .look: false
    }
  }
}
