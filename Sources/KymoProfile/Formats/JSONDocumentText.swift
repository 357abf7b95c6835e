import KymoText

/// A JSON object with a line for each member, and a line for each element of its long lists: as easy to
/// compare by line as it is to read.
struct JSONDocumentText {
  private var text = "{"
  private var isEmpty = true

  /// Adds a member, all on one line.
  mutating func add(_ name: String, _ value: JSONText) {
    begin(name)
    text += Self.line(value)
  }

  /// Adds a list with a line for each element, which is JSON already.
  mutating func add(_ name: String, lines: [String]) {
    begin(name)
    text += "["
    for (index, line) in lines.enumerated() {
      text += index == 0 ? "\n    " : ",\n    "
      text += line
    }
    text += lines.isEmpty ? "]" : "\n  ]"
  }

  /// The whole object.
  var finished: String { text + "\n}\n" }

  /// A value on one line.
  static func line(_ value: JSONText) -> String { value.line }

  private mutating func begin(_ name: String) {
    text += isEmpty ? "\n  " : ",\n  "
    isEmpty = false
    text += Self.line(.string(name)) + ": "
  }
}
