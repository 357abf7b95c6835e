/// A recording of a corpus, as it was when the corpus was planned.
package struct CorpusRecording: Equatable, Sendable {
  /// Where it is, from the folder of the manifest.
  package var path: String
  /// How many bytes it has.
  package var byteCount: UInt64
  /// The hash that tells its content from any other: XXH3 with 128 bits over the file.
  package var content: String
  /// The app that made it; empty if none did.
  package var app: String
  /// The digest of its outcomes, as it is printed; nil if it has none.
  package var digest: String?

  /// Describes a recording.
  package init(path: String, byteCount: UInt64, content: String, app: String, digest: String?) {
    self.path = path
    self.byteCount = byteCount
    self.content = content
    self.app = app
    self.digest = digest
  }
}
