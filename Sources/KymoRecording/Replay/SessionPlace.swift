/// A place in a session, before which a range ends or from which on it begins.
public enum SessionPlace: Sendable, Equatable {
  /// So long after the first input, in ns.
  case elapsed(Int64)
  /// The time stamp that events have, in ns on the recording's clock.
  case time(Int64)
  /// The input with this number, from 0, in the order of dispatch.
  ///
  /// Inputs are counted as a ``ReplayFault`` counts them: the events that handlers raise are not among them.
  case input(UInt64)
}
