/// A file for an engine.
struct CorpusJobFile: Equatable {
  /// Its name.
  var name: String
  /// What is in it.
  var text: String
}
