/// How the intended starts of a plan come about: all that is kept of it, however long it is.
enum ArrivalShape: Sendable, Equatable {
  /// All at once.
  case immediate
  /// `size` at once, and again after a pause of `ratio` ns.
  case even(ExactRatio, size: Int)
  /// The same with random pauses; a unit of the draws, which is 2⁻⁴⁰ of the mean, is `ratio` ns.
  case random(ExactRatio, size: Int, seed: UInt64)
  /// At a rate that goes in a straight line.
  case ramp(RampTiming)
  /// Those of a recording, again and again.
  case recorded(RecordedTiming)

  /// When the event at a place is due, in ns; nil if that is beyond the clock, or only known to who has
  /// gone through all before it.
  ///
  /// - Complexity: O(1).
  func offset(at place: Int) -> Int64? {
    switch self {
    case .immediate: 0
    case .even(let ratio, let size): ratio.scaled(UInt128(place / size))
    case .random: nil
    case .ramp(let timing): timing.offset(at: place)
    case .recorded(let timing): timing.offset(at: place)
    }
  }

  /// Whether the places before one have to be gone through to know when it is due.
  var isRandom: Bool { if case .random = self { true } else { false } }

  /// The mean gap between events, in ns; 0 if they are all at once.
  var meanGap: Double {
    switch self {
    case .immediate: 0
    case .even(let ratio, let size): ratio.approximate / Double(size)
    case .random(let ratio, let size, _): ratio.approximate * 0x1p40 / Double(size)
    case .ramp(let timing): timing.meanGap
    case .recorded(let timing): timing.meanGap
    }
  }

  /// How many events come at once.
  var burstSize: Int {
    switch self {
    case .immediate, .ramp, .recorded: 1
    case .even(_, let size), .random(_, let size, _): size
    }
  }
}
