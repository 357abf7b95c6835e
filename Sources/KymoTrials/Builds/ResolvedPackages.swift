import KymoBridge
import KymoReport

/// The packages that a build was made with, as SwiftPM leaves them in `.build/workspace-state.json`.
struct ResolvedPackages: Equatable {
  /// Those given by a path, in the order of the file.
  var paths: [String] = []
  /// The others, whose versions were chosen by rules: where each is from, its revision and its version.
  var pins: [String] = []

  /// Reads a state; what cannot be read names no packages.
  init(state text: String) {
    var document = JSONDocument(limits: BridgeLimits(messageBytes: max(text.utf8.count, 1)))
    do { try document.parse(text) } catch { return }
    guard document.kind(of: document.root) == .object,
      let object = document.member("object", of: document.root),
      let list = document.member("dependencies", of: object)
    else { return }
    var cursor = document.cursor(over: list)
    while let dependency = cursor.next(in: document) {
      guard let reference = document.member("packageRef", of: dependency) else { continue }
      if document.text("kind", of: reference) == "fileSystem" {
        if let path = document.text("location", of: reference) { paths.append(path) }
      } else {
        let state = document.member("state", of: dependency)
        let checkout = state.flatMap { document.member("checkoutState", of: $0) } ?? state
        let words = [
          document.text("location", of: reference),
          checkout.flatMap { document.text("revision", of: $0) },
          checkout.flatMap { document.text("version", of: $0) },
        ]
        pins.append(words.map { $0 ?? "-" }.joined(separator: " "))
      }
    }
  }
}
