/// Turns ``JSONText`` into characters.
struct JSONTextWriter {
  private(set) var text = ""
  /// Whether everything is on one line.
  var isCompact = false

  /// Writes `value`, whose own line is indented by `depth` levels.
  mutating func write(_ value: JSONText, depth: Int) {
    switch value {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += String(number)
    case .unsigned(let number): text += String(number)
    case .number(let number): text += number.isFinite ? NumberText.shortest(number) : "null"
    case .string(let string): writeString(string)
    case .array(let values): writeArray(values, depth: depth)
    case .object(let members): writeObject(members, depth: depth)
    }
  }

  private mutating func writeArray(_ values: [JSONText], depth: Int) {
    guard !values.isEmpty else {
      text += "[]"
      return
    }
    text += "["
    for (index, value) in values.enumerated() {
      beginItem(index, depth: depth)
      write(value, depth: depth + 1)
    }
    endItems(depth: depth)
    text += "]"
  }

  private mutating func writeObject(_ members: [JSONMember], depth: Int) {
    guard !members.isEmpty else {
      text += "{}"
      return
    }
    text += "{"
    for (index, member) in members.enumerated() {
      beginItem(index, depth: depth)
      writeString(member.key)
      text += isCompact ? ":" : ": "
      write(member.value, depth: depth + 1)
    }
    endItems(depth: depth)
    text += "}"
  }

  private mutating func beginItem(_ index: Int, depth: Int) {
    if index > 0 { text += "," }
    if isCompact { return }
    text += "\n"
    indent(depth + 1)
  }

  private mutating func endItems(depth: Int) {
    if isCompact { return }
    text += "\n"
    indent(depth)
  }

  private mutating func indent(_ depth: Int) {
    for _ in 0..<depth { text += "  " }
  }

  private mutating func writeString(_ string: String) {
    text += "\""
    JSONEscapes.append(string, to: &text, escapesDelete: true)
    text += "\""
  }
}
