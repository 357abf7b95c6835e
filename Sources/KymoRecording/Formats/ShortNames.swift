/// Names of files without the folders that nothing needs to tell them apart.
struct ShortNames {
  /// The short names by the long ones; looked up, never iterated.
  private let names: [String: String]
  /// The long names, longer ones first, so that none is taken for the beginning of another.
  private let longest: [String]

  /// How many names are looked for in texts.
  private static let namesInTexts = 512

  /// Takes all names that there are.
  ///
  /// - Complexity: O(*n* log *n*) for *n* names of usual depth.
  init(_ all: [String]) {
    var names: [String: String] = [:]
    var open = Set(all)
    var depth = 1
    while !open.isEmpty {
      var users: [String: [String]] = [:]
      for name in open { users[Self.end(of: name, depth), default: []].append(name) }
      for (short, long) in users where long.count == 1 {
        names[long[0]] = short
        open.remove(long[0])
      }
      depth += 1
    }
    self.names = names
    longest = Array(
      Set(all).filter { $0.contains("/") }.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
        .prefix(Self.namesInTexts)
    )
  }

  /// The last components of a path; all of it if it has no more.
  private static func end(of name: String, _ depth: Int) -> String {
    let parts = name.split(separator: "/", omittingEmptySubsequences: true)
    guard parts.count > depth else { return name }
    return parts.suffix(depth).joined(separator: "/")
  }

  /// The short name of a file.
  func short(_ name: String) -> String { names[name] ?? name }

  /// A text with short names in place of long ones.
  func shortened(_ text: String) -> String {
    guard text.contains("/") else { return text }
    return longest.reduce(text) { $0.replacing($1, with: short($1)) }
  }
}
