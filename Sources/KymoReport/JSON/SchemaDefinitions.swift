/// The definitions that several documents share: each schema refers to them, and is printed with
/// those that it refers to.
struct SchemaDefinitions {
  /// How a document ends whose members have lines of their own.
  private static let end = "\n}\n"

  /// The definitions by their names, as JSON that is indented as members of a document are.
  private var all: [String: Substring] = [:]

  /// Reads a document whose members are the definitions, each in lines of its own, with two spaces before its name.
  init(_ document: String) {
    let members = document.dropLast(Self.end.count)
    let starts = members.matches(of: #/^  "(\w+)": /#.anchorsMatchLineEndings())
    for (index, start) in starts.enumerated() {
      let isLast = index + 1 == starts.count
      let next = isLast ? members.endIndex : starts[index + 1].range.lowerBound
      all[String(start.1)] = members[start.range.upperBound..<next].dropLast(
        isLast ? 0 : ",\n".count
      )
    }
  }

  /// A schema with the definitions that it refers to, and those that these refer to.
  ///
  /// - Parameter schema: a document in the same form; one that refers to nothing here, or has definitions of its own,
  ///   stays as it is.
  /// - Returns: the whole document.
  func bundled(_ schema: String) -> String {
    guard !schema.contains("\"$defs\":") else { return schema }
    var found: [String: Substring] = [:]
    var unread = [Substring(schema)]
    while let text = unread.popLast() {
      for match in text.matches(of: /"#\/\$defs\/(\w+)"/) {
        let name = String(match.1)
        guard found[name] == nil, let definition = all[name] else { continue }
        found[name] = definition
        unread.append(definition)
      }
    }
    guard !found.isEmpty else { return schema }
    let members = found.sorted { $0.key < $1.key }
      .map { name, text in "    \"\(name)\": " + text.replacing("\n", with: "\n  ") }
    return schema.dropLast(Self.end.count) + ",\n  \"$defs\": {\n"
      + members.joined(separator: ",\n") + "\n  }" + Self.end
  }
}
