import KymoBench

/// Why a text is no manifest of a corpus, or no result of one of its tasks.
package enum CorpusError: Error, Equatable, Sendable, CustomStringConvertible {
  /// It is no JSON; why.
  case syntax(String)
  /// It states another schema than this, or none.
  case schema(found: String?, wanted: String)
  /// A member is absent or makes no sense.
  case member(String)
  /// Its tasks are not what its recordings, builds and commands give.
  case tasks

  /// Takes over what is wrong with a report.
  init(_ error: BaselineError) {
    self =
      switch error {
      case .syntax(let problem): .syntax(problem)
      case .schema(let found): .schema(found: found, wanted: "")
      case .counts(let found): .schema(found: found, wanted: CountsBaseline.schema)
      case .sweep(let found): .schema(found: found, wanted: LoadSweep.schema)
      case .functions(let found): .schema(found: found, wanted: BenchmarkSummary.schema)
      case .member(let name): .member(name)
      }
  }

  /// Makes something of a report, whatever is wrong with which is an error of this kind.
  static func reading<Value>(
    _ text: String,
    _ body: (consuming ReportReader) throws -> Value
  ) throws(CorpusError) -> Value {
    do { return try body(ReportReader(json: text)) } catch let error as CorpusError {
      throw error
    } catch let error as BaselineError { throw CorpusError(error) } catch {
      throw .syntax("\(error)")
    }
  }

  /// One sentence that says what is wrong.
  package var description: String {
    switch self {
    case .syntax(let problem): "it is not JSON: \(problem)"
    case .schema(let found?, let wanted): "its schema is '\(found)', not '\(wanted)'"
    case .schema(nil, let wanted): "it states no schema, and is not a '\(wanted)'"
    case .member(let name): "it is damaged: '\(name)' is missing or wrong"
    case .tasks:
      "it was changed: its tasks are not those of its recordings, builds and commands"
    }
  }
}
