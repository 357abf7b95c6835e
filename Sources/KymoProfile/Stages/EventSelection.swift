/// Which events' times are kept.
struct EventSelection: Equatable {
  /// Only events that take at least so many ticks; 0 for all.
  var threshold: Int64 = 0
  /// Of every how many of those the single stages are kept; 0 for none.
  var stride = 0
  /// Whether stages are timed at all; if not, only how long whole events take.
  var isSurvey = false

  /// How many events' single stages are kept at most.
  static let maximumEvents = 1000
}
