/// An app of a corpus, as far as the tool that planned it knows it.
package struct CorpusApp: Equatable, Sendable {
  /// Its name.
  package var name: String
  /// Every command that it maps, also those of its page.
  package var commands: [String]

  /// Describes an app.
  package init(name: String, commands: [String]) {
    self.name = name
    self.commands = commands
  }
}
