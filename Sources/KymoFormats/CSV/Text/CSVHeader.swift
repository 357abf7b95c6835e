/// The names of the columns of a CSV file, each with the unit in brackets behind it.
struct CSVHeader {
  /// A column: `Height (m)` is named `height` and has the unit `m`.
  struct Column: Equatable {
    /// The name in lower case, without the unit.
    var name: String
    /// The text in brackets at the end, or nil.
    var unit: String?
  }

  /// The texts of the file, in its order and spelling.
  let texts: [String]
  /// The same, taken apart.
  let columns: [Column]

  /// Takes the names from the current row of `reader`.
  init(row reader: CSVReader) {
    texts = (0..<reader.fieldCount).map { reader.text($0) }
    columns = texts.map { Self.column($0) }
  }

  private static func column(_ text: String) -> Column {
    guard text.hasSuffix(")") || text.hasSuffix("]"),
      let open = text.lastIndex(where: { $0 == "(" || $0 == "[" })
    else { return Column(name: text.lowercased(), unit: nil) }
    let name = text[..<open].split(separator: " ").joined(separator: " ").lowercased()
    let unit = text[text.index(after: open)...].dropLast()
    return Column(name: name, unit: String(unit))
  }

  private init(texts: [String], columns: [Column]) {
    self.texts = texts
    self.columns = columns
  }

  /// The header with no other names than those of some columns, at their places.
  func only(_ places: [Int?]) -> CSVHeader {
    CSVHeader(
      texts: texts.indices.map { places.contains($0) ? texts[$0] : "" },
      columns: columns.indices.map {
        places.contains($0) ? columns[$0] : Column(name: "", unit: nil)
      }
    )
  }

  /// The columns whose names begin with a prefix, without it, and some others, all at their places.
  func part(_ prefix: String, _ places: [Int?]) -> CSVHeader {
    var (texts, columns) = (texts, columns)
    for place in texts.indices where !places.contains(place) {
      let isPart = columns[place].name.hasPrefix(prefix)
      texts[place] = isPart ? String(texts[place].dropFirst(prefix.count)) : ""
      columns[place] = isPart ? Self.column(texts[place]) : Column(name: "", unit: nil)
    }
    return CSVHeader(texts: texts, columns: columns)
  }

  /// The place of the first column that the user calls `name`: with or without its unit, in any letter
  /// case; nil if there is none.
  func index(asked name: String) -> Int? {
    let name = name.lowercased()
    return texts.firstIndex { $0.lowercased() == name } ?? columns.firstIndex { $0.name == name }
  }

  /// The name of a column as the file spells it, without the unit.
  func name(of column: Int) -> String {
    let text = texts[column]
    guard columns[column].unit != nil, let open = text.lastIndex(where: { $0 == "(" || $0 == "[" })
    else { return text }
    return text[..<open].split(separator: " ").joined(separator: " ")
  }

  /// The column before `column` that has the same name and unit, or nil.
  func duplicate(of column: Int) -> Int? { columns[..<column].firstIndex(of: columns[column]) }

  /// The place of the first column with one of the names, or nil.
  func index(_ names: String...) -> Int? {
    for name in names {
      if let index = columns.firstIndex(where: { $0.name == name }) { return index }
    }
    return nil
  }
}
