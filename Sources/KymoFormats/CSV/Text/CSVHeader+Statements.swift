import KymoRecording

extension CSVHeader {
  /// States what becomes of every column, from what becomes of those that are used.
  func statements(_ uses: [(column: Int, use: String)]) -> [ColumnStatement] {
    texts.indices.map { index in
      let used = uses.filter { $0.column == index }.map(\.use)
      if !used.isEmpty {
        return ColumnStatement(name: texts[index], use: used.joined(separator: ", "))
      }
      guard let first = duplicate(of: index) else {
        return ColumnStatement(name: texts[index], use: nil, reason: "unknown")
      }
      return ColumnStatement(
        name: texts[index],
        use: nil,
        reason: "column \(first + 1) has the same name"
      )
    }
  }
}
