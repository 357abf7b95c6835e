import KymoRecording
import KymoText

/// Writes fields with paths, such as `header.stamp.sec` and `covariance[2]`, as one JSON object.
struct JSONFields {
  private let text: ExportText
  private let isNested: Bool
  /// The parts of the path of the last field; an index begins with `[`.
  private var last: [Substring] = []

  /// Prepares to write an object; with nesting, paths are taken apart into objects and arrays.
  init(_ text: ExportText, isNested: Bool) {
    self.text = text
    self.isNested = isNested
  }

  /// Puts a field.
  mutating func put(_ path: String, _ value: MessageValue) {
    let parts = isNested ? Self.parts(path) : [path[...]]
    var common = 0
    while common < min(parts.count, last.count) - 1, parts[common] == last[common] { common += 1 }
    if last.isEmpty {
      text.put("{")
    } else {
      close(downTo: common + 1)
      text.put(",")
    }
    for level in common..<parts.count {
      if parts[level].first != "[" {
        text.put(quoted: String(parts[level]))
        text.put(":")
      }
      if level + 1 < parts.count { text.put(parts[level + 1].first == "[" ? "[" : "{") }
    }
    put(value)
    last = parts
  }

  /// Ends the object.
  mutating func end() {
    if last.isEmpty { text.put("{") } else { close(downTo: 1) }
    text.put("}")
  }

  private func close(downTo level: Int) {
    for place in stride(from: last.count - 1, through: level, by: -1) {
      text.put(last[place].first == "[" ? "]" : "}")
    }
  }

  private static func parts(_ path: String) -> [Substring] {
    path.split(separator: ".").flatMap { part -> [Substring] in
      guard let bracket = part.firstIndex(of: "[") else { return [part] }
      return [part[..<bracket], part[bracket...]]
    }
  }

  private func put(_ value: MessageValue) {
    switch value {
    case .integer(let number): text.put(number)
    case .unsigned(let number): text.put(String(number))
    case .number(let bits): text.put(json: Double(bitPattern: bits))
    case .bool(let flag): text.put(flag ? "true" : "false")
    case .text(let string): text.put(quoted: string)
    case .bytes(let bytes): text.put(quoted: bytes.map { String($0) }.joined(separator: " "))
    case .null: text.put("null")
    }
  }
}
