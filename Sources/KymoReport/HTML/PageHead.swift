import KymoText

/// The head of every page: what was run, of what, the verdict, and the figures that are asked for first.
struct PageHead {
  /// The command that was run, as it is typed; plain text.
  let command: String
  /// The path of what it was run with; plain text.
  let subject: String
  /// The statement at the front; nil for a page without a verdict of its own.
  let verdict: PageVerdict?
  /// The description of the figures, for those who do not see them; plain text.
  var label = ""
  /// The figures: what each is, and its value as HTML.
  var tiles: [(String, String)] = []

  /// The head as HTML.
  var html: String {
    let heading = "<h1>\(HTMLText.name(Self.end(of: subject)))</h1>\n"
    let verdictText = verdict?.html ?? ""
    return "<header>\n<p class=\"kind\">\(HTMLText.plainName(command))</p>\n"
      + (verdict?.isResult == true ? verdictText + heading : heading + verdictText)
      + "\(figures)</header>\n"
  }

  private var figures: String {
    guard !tiles.isEmpty else { return "" }
    let items = tiles.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" }
    return "<dl class=\"tiles\" aria-label=\"\(HTMLText.escaped(label))\">\(items.joined())</dl>\n"
  }

  /// The title of the page.
  ///
  /// - Parameter state: a word such as `INVALID`; nil if there is nothing to note.
  /// - Returns: the state, the name, and what was run; plain text.
  func title(_ state: String?) -> String {
    (state.map { "\($0): " } ?? "") + "\(Self.end(of: subject)) \u{2013} \(command)"
  }

  /// The end of a path: the file and its folder, as many recordings are called alike.
  static func end(of path: String) -> String {
    path.split(separator: "/").suffix(2).joined(separator: "/")
  }
}
