import Synchronization

/// Whether scripts of a thread come back, for who watches from another.
///
/// The engine ends a script that runs too long, but not promises that call each other for ever: each of them is short.
public final class ScriptPulse: Sendable {
  private let count = Atomic<UInt64>(0)
  private let lookCount = Atomic<UInt64>(0)

  /// At rest.
  public init() {}

  /// How often scripts have begun and ended: odd while some run.
  public var beats: UInt64 { count.load(ordering: .relaxed) }

  /// Whether scripts run now.
  public var isRunning: Bool { beats & 1 == 1 }

  /// How often the engine has looked at a script, all the time that scripts have run.
  ///
  /// It looks at what runs for itself for more than a moment: a script, or one promise of many. Whatever it has looked
  /// at it can end. It never looks at a chain of short promises, nor into a search in a text.
  public var looks: UInt64 { lookCount.load(ordering: .relaxed) }

  /// The engine looks; one thread alone does this.
  func look() { lookCount.store(lookCount.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }

  /// One thread alone does this.
  func beat() { count.store(count.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }
}
