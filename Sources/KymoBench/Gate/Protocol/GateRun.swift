/// One run of one build, by a fresh process.
public struct GateRun: Sendable, Equatable {
  /// The way of measuring.
  public let method: GateMethod
  /// Which of the round's measurements it is.
  public let role: GateRole
  /// The purpose of the run.
  public let stage: GateStage
  /// How much is added to each event on purpose, in ns; 0 for nothing.
  public let handicapNanoseconds: Int
  /// The roles whose executables are to be copied anew before, in this order; empty within a round.
  ///
  /// Of one file the pages lie where they lie in memory, for all processes: two equal files differed by 2 % for
  /// an hour, with bounds of 1 %. A new copy for every round makes that a part of the noise. The names of the
  /// copies have to be of one length, as that of the arguments shifts the stack (Mytkowicz, Diwan, Hauswirth
  /// and Sweeney, Producing Wrong Data Without Doing Anything Obviously Wrong, ASPLOS 2009).
  public let freshCopies: [GateRole]
  /// When it has to be ended at the latest, in ns from now.
  public let limitNanoseconds: Int64
  /// How many pairs the batch has.
  public let pairsDone: Int
  /// How many it is to have.
  public let pairsWanted: Int
}
