/// The limits of the scripts of a context.
public struct ScriptLimits: Sendable {
  /// How long a call into the context may run, in seconds of processor time; more than 0.
  ///
  /// It is looked at every tenth of it, and every tenth of a second at least. The engine reads the thread's clock for
  /// that in every call, which takes longer than a short function: `.infinity` saves that time, and nothing ends a
  /// script any more.
  public var seconds = 10.0
  /// How much the process may grow while the context is there, in bytes; looked at as often, and after every call that
  /// was long enough.
  public var memoryBytes = 1 << 30

  /// Asked while a script runs whether it is to be ended; nil for never.
  ///
  /// It is asked 50 times a second of processor time, if the time is limited.
  public var isInterrupted: (@Sendable () -> Bool)?

  /// Beats when scripts begin and end, for who watches from another thread; nil for nobody.
  public var pulse: ScriptPulse?

  /// The usual: ten seconds, 1 GiB.
  public init() {}
}
