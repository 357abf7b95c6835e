public import KymoMCAP

extension ImportRecord {
  /// The metadata record.
  ///
  /// Entries are numbered from 0, such as `repair/0/rule`; `files`, `repairs` and `notes` are how many there were.
  public var record: MCAPMetadata {
    var map: MCAPStringMap = [
      "files": String(fileCount), "repairs": String(repairCount), "notes": String(noteCount),
    ]
    var entries: [MCAPStringMap.Entry] = []
    func put(_ key: String, _ value: String?) {
      if let value { entries.append(MCAPStringMap.Entry(key: key, value: value)) }
    }
    for (index, file) in files.enumerated() {
      let key = "file/\(index)/"
      put(key + "name", file.name)
      put(key + "use", file.use?.rawValue)
      if file.rows > 0 { put(key + "rows", String(file.rows)) }
      put(key + "clock", file.clock)
      put(key + "reason", file.reason)
      entries += Self.list(key + "topics", file.topics) + Self.list(key + "unused", file.unused)
    }
    for (index, repair) in repairs.enumerated() {
      let key = "repair/\(index)/"
      put(key + "rule", repair.rule.rawValue)
      entries += Self.entries(key, repair.file, repair.line, repair.count, repair.explanation)
    }
    for (index, note) in notes.enumerated() {
      let key = "note/\(index)/"
      put(key + "topic", note.topic)
      entries += Self.entries(key, note.file, note.line, note.count, note.explanation)
    }
    map.entries += entries
    return MCAPMetadata(name: Self.recordName, metadata: map)
  }

  private static func entries(
    _ key: String,
    _ file: String,
    _ line: Int,
    _ count: Int,
    _ explanation: String
  ) -> [MCAPStringMap.Entry] {
    [
      MCAPStringMap.Entry(key: key + "file", value: file),
      MCAPStringMap.Entry(key: key + "line", value: String(line)),
      MCAPStringMap.Entry(key: key + "count", value: String(count)),
      MCAPStringMap.Entry(key: key + "explanation", value: explanation),
    ]
  }

  private static func list(_ key: String, _ texts: [String]) -> [MCAPStringMap.Entry] {
    var map = MCAPStringMap()
    guard !texts.isEmpty else { return [] }
    MetadataList(key: key, separator: UInt8(ascii: ","), hasEmpty: false).put(texts, into: &map)
    return map.entries
  }

  /// Reads a metadata record; what is missing is empty, and no more is read than a record may have.
  init(_ map: MCAPStringMap) {
    self.init()
    let values = Dictionary(map.entries.map { ($0.key, $0.value) }) { first, _ in first }
    func number(_ key: String) -> Int { values[key].flatMap { Int($0) }.map { max(0, $0) } ?? 0 }
    func texts(_ key: String) -> [String] {
      var list = MCAPStringMap()
      for name in [key, key + "_escape"] {
        if let value = values[name] { list[name] = value }
      }
      return MetadataList(key: key, separator: UInt8(ascii: ","), hasEmpty: false).texts(in: list)
        ?? []
    }
    while files.count < Self.maximumCount, let name = values["file/\(files.count)/name"] {
      let key = "file/\(files.count)/"
      var file = File(name: name)
      file.use = values[key + "use"].flatMap { FileStatement.Use(rawValue: $0) }
      file.rows = number(key + "rows")
      file.clock = values[key + "clock"]
      file.reason = values[key + "reason"]
      file.topics = texts(key + "topics")
      file.unused = texts(key + "unused")
      files.append(file)
    }
    while repairs.count < Self.maximumCount, let rule = values["repair/\(repairs.count)/rule"] {
      let key = "repair/\(repairs.count)/"
      let explanation = values[key + "explanation"] ?? ""
      repairs.append(
        Repair(
          rule: RepairRule.common.first { $0.rawValue == rule } ?? RepairRule(rule, explanation),
          file: values[key + "file"] ?? "",
          line: number(key + "line"),
          count: number(key + "count"),
          explanation: explanation
        )
      )
    }
    while notes.count < Self.maximumCount, let topic = values["note/\(notes.count)/topic"] {
      let key = "note/\(notes.count)/"
      notes.append(
        Note(
          topic: topic,
          file: values[key + "file"] ?? "",
          line: number(key + "line"),
          count: number(key + "count"),
          explanation: values[key + "explanation"] ?? ""
        )
      )
    }
    fileCount = max(number("files"), files.count)
    repairCount = max(number("repairs"), repairs.count)
    noteCount = max(number("notes"), notes.count)
  }
}
