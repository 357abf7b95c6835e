/// What brings the times of a sensor to 1970, where another clock of the file tells.
struct ClockMove: Equatable {
  /// What is added to every time, in ns.
  var offset: Int64
  /// Why, as a phrase.
  var evidence: String
}
