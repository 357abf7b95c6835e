/// A file for an engine.
package struct CorpusJobFile: Equatable {
  /// Its name.
  package var name: String
  /// The content.
  package var text: String
}
