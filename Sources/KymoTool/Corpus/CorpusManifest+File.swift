import KymoCommandLine
import KymoReport
import KymoText

extension CorpusManifest {
  /// Reads a manifest.
  ///
  /// - Throws: a failure that names it.
  static func read(_ path: String) throws(CommandFailure) -> CorpusManifest {
    let text = try UnsafeTextFile.read(path, limit: 1 << 28)
    do throws(CorpusError) { return try CorpusManifest(json: text) } catch {
      throw CommandFailure(
        file: path,
        "\(error)".printable,
        remedy: "make one with: \(.tool) corpus plan DIR -o corpus.json"
      )
    }
  }
}
