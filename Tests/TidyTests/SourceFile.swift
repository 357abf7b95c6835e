/// One file of the tree: its path from the root, and its text.
struct SourceFile {
  /// The path from the root of the repository, with `/`.
  let path: String
  /// The whole text.
  let text: String
  /// The text without comments and without the letters of string literals, line by line.
  let code: SwiftCode

  /// Reads `text` as Swift, whatever it is: checks of other files do not look at ``code``.
  init(path: String, text: String) {
    self.path = path
    self.text = text
    self.code = SwiftCode(path.hasSuffix(".swift") ? text : "")
  }

  /// The last part of the path.
  var name: String { String(path.split(separator: "/").last ?? "") }

  /// The target: the folder below `Sources`.
  var target: String {
    let parts = path.split(separator: "/")
    return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : ""
  }
}
