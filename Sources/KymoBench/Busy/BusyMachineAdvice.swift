/// The advice about a run for which the machine had no time.
public enum BusyMachineAdvice: Sendable, Equatable {
  /// Make the run again: a trial of the same rate was valid.
  case tryAgain
  /// Ask for less: a trial of this rate in events/s was valid, and none of the rate that was asked for.
  case lower(rate: Double)
  /// Wait until the machine has time: no trial was valid.
  case wait

  /// The same in a word, for programs.
  public var name: String {
    switch self {
    case .tryAgain: "try-again"
    case .lower: "lower-rate"
    case .wait: "wait"
    }
  }
}
