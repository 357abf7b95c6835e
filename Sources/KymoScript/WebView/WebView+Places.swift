/// Where in the page's files something is.
extension WebView {
  /// An exception at the place of the page where it came about, not at one of the platform's.
  func placed(_ exception: ScriptException) -> ScriptException {
    var exception = exception
    let own = ["kymograph/", "domino/"]
    let isOwn =
      own.contains(where: { exception.source.hasPrefix($0) }) || exception.source == "reply"
      || WebModules.isBundle(exception.source) && place(of: exception) == nil
    if isOwn {
      let place = innermostPlace(in: exception.stack)
      exception.source = place.source
      exception.line = place.line
      exception.column = place.column
    }
    if let place = place(of: exception) {
      exception.source = place.source
      exception.line = place.line
      exception.column = place.column
    }
    exception.stack = shown(stack: exception.stack)
    exception.source = shown(exception.source)
    let place = ScriptPlace(
      source: exception.source,
      line: exception.line,
      column: exception.column
    )
    if let folder = site?.folder, let original = modules.ownPlace(of: place, in: folder) {
      exception.source = original.source
      exception.line = original.line
      exception.column = original.column
    }
    return exception
  }

  private func place(of exception: ScriptException) -> ScriptPlace? {
    guard WebModules.isBundle(exception.source) else { return nil }
    return modules.place(
      in: exception.source,
      line: exception.line,
      column: exception.column
    )
  }

  /// The innermost place of a stack that is one of the page's own.
  private func innermostPlace(in stack: String) -> (source: String, line: Int, column: Int) {
    for line in stack.split(separator: "\n") {
      let place = ScriptContext.place(in: String(line))
      guard place.line > 0 else { continue }
      guard WebModules.isBundle(place.source) else { return place }
      if let found = modules.place(in: place.source, line: place.line, column: place.column) {
        return (found.source, found.line, found.column)
      }
    }
    return ("", 0, 0)
  }

  /// A stack with the places of files instead of those of bundles.
  func shown(stack: String) -> String {
    guard stack.contains(WebModules.prefix) else { return stack }
    return stack.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
      guard let start = line.firstRange(of: WebModules.prefix)?.lowerBound else {
        return String(line)
      }
      let place = ScriptContext.place(in: String(line[start...]))
      guard let found = modules.place(in: place.source, line: place.line, column: place.column)
      else { return nil }
      return "\(line[..<start])\(found.source):\(found.line):\(found.column)"
    }.joined(separator: "\n")
  }

  /// The place of a call, as `file:line`.
  func shown(place text: String) -> String {
    guard WebModules.isBundle(text), let colon = text.lastIndex(of: ":"),
      let line = Int(text[text.index(after: colon)...]),
      let found = modules.place(in: String(text[..<colon]), line: line, column: 0)
    else { return shown(text) }
    return shown("\(found.source):\(found.line)")
  }
}
