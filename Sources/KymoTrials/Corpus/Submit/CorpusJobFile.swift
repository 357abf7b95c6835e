/// A file for an engine.
package struct CorpusJobFile: Equatable {
  /// Its name.
  package var name: String
  /// What is in it.
  package var text: String
}
