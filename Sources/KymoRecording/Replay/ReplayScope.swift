/// Which part of a session is replayed, from where the app has its state, and how often.
public struct ReplayScope: Sendable, Equatable {
  /// The first place; nil for the start of the session.
  public var start: SessionPlace?
  /// The place before which the range ends; nil for the end of the session.
  public var end: SessionPlace?
  /// Whether the inputs before the range are dispatched, too, so that the app has the state that it had there.
  ///
  /// They are dispatched at full speed, and counted apart. Otherwise the app starts with the first input of the range,
  /// whose numbers then begin at 0, as those of a recording of the range alone.
  public var isWarm = false
  /// How often the range is replayed, at least once, by one app that keeps its state.
  ///
  /// Time goes on. After an end that is a time, the next round begins as long after the start as that end is; otherwise
  /// one mean interval between inputs after the last one. Everything that has a time is moved: events, and the times of
  /// fixes. Texts and data are not.
  public var rounds = 1

  /// All of a session, once.
  public init() {}

  /// Whether it is all of a session, once.
  public var isWhole: Bool { start == nil && end == nil && rounds == 1 }
}
