/// A file that callgrind wrote as other tools are to show it: with names that can be read, and with the program in its
/// own place.
package enum ReadableCallgrind {
  /// The file with other names; all numbers stay as they are.
  ///
  /// - Parameters:
  ///   - text: what callgrind wrote, with the names as the linker has them.
  ///   - copy: the path of the program that ran.
  ///   - program: what stands in its place.
  ///   - handlers: what handlers are called that are closures.
  /// - Returns: the same file otherwise.
  /// - Complexity: O(bytes).
  package static func text(
    _ text: String,
    replacing copy: String,
    with program: String,
    handlers: HandlerNames = HandlerNames()
  ) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("fn=") || line.hasPrefix("cfn=") {
        result += named(line, handlers)
      } else if line.hasPrefix("ob=") || line.hasPrefix("cob=") || line.hasPrefix("cmd:") {
        result += line.replacing(copy, with: program)
      } else {
        result += line
      }
      result += "\n"
    }
    if !result.isEmpty { result.removeLast() }
    return result
  }

  /// `fn=(12) Handler.init'2` for `fn=(12) $s8KymoCore7HandlerCACycfC'2`.
  private static func named(_ line: Substring, _ handlers: HandlerNames) -> String {
    guard let end = line.firstIndex(of: ")") else { return String(line) }
    let name = line[line.index(after: end)...].drop { $0 == " " }
    // 'n marks the n-th level of a recursion.
    let symbol = name.prefix { $0 != "'" }
    guard !symbol.isEmpty else { return String(line) }
    return
      "\(line[...end]) \(handlers.shownName(ofSymbol: String(symbol)))\(name[symbol.endIndex...])"
  }
}
