/// A capability of a build that a gate needs; the raw values are the build's own words.
///
/// They are part of the answer to `--version --format json`. A word that is not known here belongs to a later
/// version, and is passed over.
public enum GateCapability: String, Sendable, CaseIterable {
  /// `bench --pace none` dispatches events back to back; `--pace still` does so under valgrind.
  case pace = "bench.pace"
  /// `bench --events N` ends a run before its plan does.
  case eventLimit = "bench.events"
  /// `bench --handicap NANOSECONDS` slows every event down on purpose.
  case handicap = "bench.handicap"
  /// `bench --page FILE` lets a page take part.
  case page = "bench.page"
  /// `bench --handlers` says which functions the handlers are.
  case handlers = "bench.handlers"
}
