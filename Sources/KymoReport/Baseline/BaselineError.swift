import KymoBench

/// Why a file cannot serve as a baseline.
public enum BaselineError: Error, Equatable, Sendable, CustomStringConvertible {
  /// It is no JSON; why.
  case syntax(String)
  /// It states another schema, or none.
  case schema(String?)
  /// It states another schema than that of counts, or none.
  case counts(String?)
  /// It states another schema than that of sweeps, or none.
  case sweep(String?)
  /// It states another schema than that of functions, or none.
  case functions(String?)
  /// A member is absent or makes no sense.
  case member(String)

  /// One sentence that says what is wrong.
  public var description: String {
    switch self {
    case .syntax(let problem): "it is not JSON: \(problem)"
    case .schema(let found?):
      "its schema is '\(found)', not '\(JSONExport.schema)'; "
        + "a baseline is what bench --export json wrote"
    case .schema(nil):
      "it states no schema; a baseline is what bench --export json wrote"
    case .counts(let found):
      "its schema is \(found.map { "'\($0)'" } ?? "none"), not '\(CountsBaseline.schema)'; a baseline of "
        + "counts is what count --export json wrote"
    case .sweep(let found):
      "its schema is \(found.map { "'\($0)'" } ?? "none"), not '\(LoadSweep.schema)'; a baseline of a "
        + "sweep is what sweep --export json wrote"
    case .functions(let found):
      "its schema is \(found.map { "'\($0)'" } ?? "none"), not '\(BenchmarkSummary.schema)'; a baseline of "
        + "functions is what time --export json wrote"
    case .member(let name): "it is damaged: '\(name)' is missing or wrong"
    }
  }
}
