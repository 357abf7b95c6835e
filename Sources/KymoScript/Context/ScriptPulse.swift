import Synchronization

/// Whether scripts of a thread come back, for who watches from another.
///
/// The engine ends a script that runs too long, but not promises that call each other for ever: each of them is short.
public final class ScriptPulse: Sendable {
  private let count = Atomic<UInt64>(0)

  /// At rest.
  public init() {}

  /// How often scripts have begun and ended: odd while some run.
  public var beats: UInt64 { count.load(ordering: .relaxed) }

  /// Whether scripts run now.
  public var isRunning: Bool { beats & 1 == 1 }

  /// One thread alone does this.
  func beat() { count.store(count.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }
}
