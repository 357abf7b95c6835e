/// The fields of the messages of a ROS 2 schema (`ros2msg`), as their definition lists them.
package struct MessageLayout {
  /// A kind of value.
  enum Kind: Equatable {
    /// A whole number of so many bytes.
    case integer(bytes: Int, isSigned: Bool)
    /// A number of so many bytes.
    case number(bytes: Int)
    /// A truth value.
    case bool
    /// A text.
    case text
    /// Another message, by its place in the list.
    case message(Int)
  }

  /// How often a field has a value.
  enum Count: Equatable {
    case one, fixed(Int), any
  }

  /// A field.
  struct Field: Equatable {
    let name: String
    let kind: Kind
    let count: Count
    /// The remark behind it; empty if there is none.
    var remark = ""
  }

  /// The messages, the one of the schema first.
  private(set) var messages: [[Field]] = []
  /// The remarks before the first field, one behind the other.
  private(set) var heading = ""

  /// How many messages and fields a definition may have; one with more is not read.
  private static var mostMessages: Int { 200 }
  private static var mostFields: Int { 2000 }
  private static var mostElements: Int { 100_000 }

  /// Reads a definition; nil if it is not understood.
  package init?(definition: [UInt8], name: String) {
    var sections: [(name: String, lines: [Substring])] = [(Self.short(name), [])]
    let text = String(decoding: definition, as: UTF8.self)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("===="), line.allSatisfy({ $0 == "=" || $0 == "\r" }) {
        sections.append(("", []))
      } else if sections[sections.count - 1].name.isEmpty, line.hasPrefix("MSG: ") {
        let name = line.dropFirst(5).filter { !$0.isWhitespace }
        sections[sections.count - 1].name = Self.short(name)
      } else {
        sections[sections.count - 1].lines.append(line)
      }
      guard sections.count <= Self.mostMessages else { return nil }
    }
    let names = sections.map(\.name)
    for section in sections {
      var fields: [Field] = []
      for line in section.lines {
        guard let words = Self.words(line) else {
          if fields.isEmpty, messages.isEmpty { addHeading(line) }
          continue
        }
        guard var field = Self.field(words, in: section.name, names) else { return nil }
        field.remark = Self.remark(line)
        fields.append(field)
      }
      // A message without fields has a byte that no definition lists.
      guard !fields.isEmpty, fields.count <= Self.mostFields else { return nil }
      messages.append(fields)
    }
  }

  private mutating func addHeading(_ line: Substring) {
    let remark = Self.remark(line)
    if !remark.isEmpty { heading += (heading.isEmpty ? "" : " ") + remark }
  }

  /// The text behind the first `#` of a line.
  private static func remark(_ line: Substring) -> String {
    let parts = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count > 1 else { return "" }
    return parts[1].split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A name without the folder in its middle: `pkg/msg/Type` is `pkg/Type`.
  private static func short(_ name: String) -> String {
    let parts = name.split(separator: "/")
    return parts.count == 3 ? "\(parts[0])/\(parts[2])" : name
  }

  /// The type and the name of a field; nil for a line without one: empty, a remark, a constant.
  private static func words(_ line: Substring) -> (type: Substring, name: Substring)? {
    let code = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
    let words = code.split(maxSplits: 2, whereSeparator: \.isWhitespace)
    guard words.count >= 2 else { return nil }
    let isConstant =
      words[1].contains("=") || words.count == 3 && words[2].hasPrefix("=")
    return isConstant ? nil : (words[0], words[1])
  }

  private static func field(
    _ words: (type: Substring, name: Substring),
    in section: String,
    _ names: [String]
  ) -> Field? {
    var type = words.type
    var count = Count.one
    if type.hasSuffix("]"), let start = type.lastIndex(of: "[") {
      let inner = type[type.index(after: start)...].dropLast()
      if inner.isEmpty || inner.hasPrefix("<=") {
        count = .any
      } else {
        guard let number = Int(inner), (1...mostElements).contains(number) else { return nil }
        count = .fixed(number)
      }
      type = type[..<start]
    }
    guard let kind = kind(String(type), in: section, names) else { return nil }
    return Field(name: String(words.name), kind: kind, count: count)
  }

  private static func kind(_ type: String, in section: String, _ names: [String]) -> Kind? {
    if type == "string" || type.hasPrefix("string<=") { return .text }
    switch type {
    case "bool": return .bool
    case "int8": return .integer(bytes: 1, isSigned: true)
    case "byte", "char", "uint8": return .integer(bytes: 1, isSigned: false)
    case "int16": return .integer(bytes: 2, isSigned: true)
    case "uint16": return .integer(bytes: 2, isSigned: false)
    case "int32": return .integer(bytes: 4, isSigned: true)
    case "uint32": return .integer(bytes: 4, isSigned: false)
    case "int64": return .integer(bytes: 8, isSigned: true)
    case "uint64": return .integer(bytes: 8, isSigned: false)
    case "float32": return .number(bytes: 4)
    case "float64": return .number(bytes: 8)
    default: break
    }
    let name = short(type)
    let package = section.split(separator: "/").first.map { "\($0)/\(name)" }
    let place =
      names.firstIndex(of: name) ?? names.firstIndex { $0 == package }
      ?? names.firstIndex { $0.hasSuffix("/" + name) }
    // Only what comes behind: a message within itself would never end.
    return place.flatMap { $0 > 0 ? .message($0) : nil }
  }
}
