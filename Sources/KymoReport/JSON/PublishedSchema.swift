/// The JSON Schemas of the files that people write, or programs read: draft 2020-12.
public enum PublishedSchema: String, CaseIterable, Sendable {
  /// `kymo.limits.json`: what figures may be.
  case limits
  /// The manifest of a corpus.
  case corpus
  /// What a task of a corpus came to.
  case corpusResult = "corpus-result"
  /// What a whole corpus came to.
  case corpusMerge = "corpus-merge"

  /// The names, as they are listed.
  public static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The schema, as it lies in the sources.
  public var text: String {
    let bytes =
      switch self {
      case .limits: PackageResources.kymo_limits_schema_json
      case .corpus: PackageResources.kymo_corpus_schema_json
      case .corpusResult: PackageResources.kymo_corpus_result_schema_json
      case .corpusMerge: PackageResources.kymo_corpus_merge_schema_json
      }
    return String(decoding: bytes, as: UTF8.self)
  }
}
