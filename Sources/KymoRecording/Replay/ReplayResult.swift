public import KymoCore
public import KymoHistogram

/// The result of a replay.
public struct ReplayResult<Sink: OutcomeSink & ~Copyable>: ~Copyable {
  /// The digests over all steps.
  public var digest: TraceDigest
  /// The sink, given back.
  public var sink: Sink
  /// For each command, how many of its events ended in which way; of a part of a session without those before it.
  public var counts: [CommandCount]
  /// How late events left the player, in ns; empty at maximum speed.
  public var lateness: Histogram
  /// How long it took, in ns; of a part of a session without what came before it.
  public var nanoseconds: Int64
  /// The part of the session that was replayed; nil for all of it, once.
  public var range: ReplayedRange?
  /// Up to when the session went on after its last input, in ns: see ``SessionResult/end``.
  public var end: Int64?
  /// Why the file could not be read to its end, or nil.
  public var failure: SessionError?
  /// Whether the replay was asked to stop early.
  public var wasInterrupted: Bool
  /// Whether the mistake that was asked for was made; false if its event never came.
  public var faultWasApplied: Bool
  /// How many inputs were read; the events that handlers raised are not among them, nor what came before a part.
  public var inputCount: UInt64
  /// The channels whose messages were met and given to no handler: those that the app does not list, whose
  /// events went to the sinks, and those that nobody knows.
  public var unheard: [UnheardChannel]

  /// How the events of one command ended.
  public struct CommandCount: Sendable, Equatable {
    /// The command's name; "unknown command" for those that the table does not have.
    public var name: String
    /// The number of events by `OutcomeStatus`, in the order of its cases.
    public var byStatus: [UInt64]
    /// The number of events.
    public var total: UInt64 { byStatus.reduce(0, +) }
  }
}
