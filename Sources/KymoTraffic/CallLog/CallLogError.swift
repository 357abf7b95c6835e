/// Why a log of calls cannot be read.
public enum CallLogError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The fault at a place, `FILE` or `FILE:LINE`, with the remedy in brackets.
  case content(_ place: String, _ problem: String)
  /// The user wanted it to end.
  case stopped

  /// One line, with the place in front.
  public var description: String {
    switch self {
    case .content(let place, let problem): "\(place): \(problem)"
    case .stopped: "interrupted"
    }
  }
}
