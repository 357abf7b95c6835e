/// Why a profile cannot be written or read.
public enum ProfileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The format shows what this profile has none of.
  case nothingToShow(format: ProfileFormat, needs: String)
  /// A part of the profile cannot be; which, and why.
  case inconsistent(place: String, problem: String)
  /// A file is no profile: it is too long or empty.
  case size(bytes: Int, limit: Int)
  /// A file that begins like JSON is none; why and where.
  case syntax(String)
  /// A JSON file states another schema, or none.
  case schema(String?)
  /// A JSON file is the result for programs, which has no samples.
  case result
  /// A member of a JSON file is absent or makes no sense; its place, such as `samples[3].stack`.
  case member(String)
  /// A line of folded stacks cannot be read; its number from 1, and why.
  case line(Int, problem: String)

  /// One sentence that says what is wrong.
  public var description: String {
    switch self {
    case .nothingToShow(let format, let needs):
      "there is nothing to show as \(format.rawValue): the profile has no \(needs)"
    case .inconsistent(let place, let problem): "\(place): \(problem)"
    case .size(bytes: 0, _): "it is empty; a profile is what profile --export json or folded wrote"
    case .size(let bytes, let limit): "it has \(bytes) bytes, more than the limit of \(limit)"
    case .syntax(let problem): "it is not JSON: \(problem)"
    case .schema(let found?):
      "its schema is '\(found)', not '\(ProfileJSON.schema)'; "
        + "a profile is what profile --export json or folded wrote"
    case .schema(nil):
      "it states no schema; a profile is what profile --export json or folded wrote"
    case .result: "it is what --format json printed, which has no samples"
    case .member(let place): "it is damaged: '\(place)' is missing or wrong"
    case .line(let number, let problem): "line \(number): \(problem)"
    }
  }
}
