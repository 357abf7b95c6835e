/// The statement that a column of a table is a value, such as `x=ax:g`: the column `ax` is x in g.
public struct ColumnMapping: Sendable, Equatable {
  /// The value: `time`, `x`, `lat`, or `topic/field` for any other channel.
  public var target: String
  /// The name of the column, or `#` and its number from 1.
  public var column: String
  /// The unit that is stated; nil if none is.
  public var unit: String?

  /// Takes one statement.
  public init(target: String, column: String, unit: String? = nil) {
    self.target = target
    self.column = column
    self.unit = unit
  }

  /// Reads a list such as `time=t:ms,x=ax,y=ay,z=az`; a column within quotation marks may have any characters.
  ///
  /// - Returns: nil if the text is anything else.
  public static func list(_ text: String) -> [ColumnMapping]? {
    var parts: [[Character]] = [[]]
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character == ",", !isQuoted {
        parts.append([])
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    guard !isQuoted else { return nil }
    var mappings: [ColumnMapping] = []
    for part in parts {
      guard let mapping = one(part) else { return nil }
      mappings.append(mapping)
    }
    return mappings
  }

  private static func one(_ part: [Character]) -> ColumnMapping? {
    guard let equals = part.firstIndex(of: "="), equals > 0 else { return nil }
    let target = String(part[..<equals])
    var rest = part[(equals + 1)...]
    var unit: String?
    if rest.first == "\"" {
      guard let end = rest.dropFirst().firstIndex(of: "\"") else { return nil }
      let behind = rest[(end + 1)...]
      guard behind.isEmpty || behind.first == ":" && behind.count > 1 else { return nil }
      if !behind.isEmpty { unit = String(behind.dropFirst()) }
      rest = rest[(rest.startIndex + 1)..<end]
    } else if let colon = rest.lastIndex(of: ":"), colon > rest.startIndex,
      colon < rest.endIndex - 1
    {
      unit = String(rest[(colon + 1)...])
      rest = rest[..<colon]
    }
    guard !rest.isEmpty else { return nil }
    return ColumnMapping(target: target, column: String(rest), unit: unit)
  }

  /// The statement as it is written in a list.
  public var text: String {
    let needsQuotes = column.contains { ",:=\" ".contains($0) }
    return "\(target)=" + (needsQuotes ? "\"\(column)\"" : column) + (unit.map { ":\($0)" } ?? "")
  }
}
