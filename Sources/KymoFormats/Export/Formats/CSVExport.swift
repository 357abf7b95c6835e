import KymoCore
import KymoMCAP
import KymoRecording

/// Comma-separated values with a heading (RFC 4180); a value that is none is an empty cell.
///
/// A file of one channel has its fields as columns behind `time_ns` and `seconds`, which count from the recording's
/// first input. One of several channels is wide: their fields begin with the channel's name, and events of one time are
/// one row. If it is resampled, a row repeats the last values of the channels that had no new one.
struct CSVExport: SessionExport {
  /// How channels are laid out.
  private enum Layout { case single, wide, apart }

  let parts: [ExportPart]
  private let session: ExportSession
  private let layout: Layout
  /// The columns by channel; none for one that is left out.
  private let columns: [[String]]
  /// The cells of the row at hand by channel, with commas between them.
  private let cells: [ExportText]
  /// The channels that the row at hand has an event of.
  private var isFilled: [Bool]
  private var rowTime: Int64?

  /// Prepares to write a session: one file, or with `isFolder` one a channel.
  init(_ session: ExportSession, isFolder: Bool = false) {
    self.session = session
    columns = session.channels.map { Self.columns($0) }
    let held = session.channels.indices.filter { [columns] in !columns[$0].isEmpty }
    layout = isFolder ? .apart : held.count == 1 ? .single : .wide
    cells = columns.map { _ in ExportText() }
    isFilled = columns.map { _ in false }
    var taken: Set<String> = []  // Looked up, never iterated.
    parts =
      isFolder
      ? session.channels.map { channel in
        var name = channel.name
        var number = 2
        while !taken.insert(name).inserted {
          name = "\(channel.name)_\(number)"
          number += 1
        }
        return ExportPart(name + ".csv")
      } : [ExportPart()]
  }

  private static func columns(_ channel: ExportChannel) -> [String] {
    switch channel.kind {
    case .acceleration: ["x", "y", "z"]
    case .location:
      [
        "latitude", "longitude", "altitude", "horizontal_accuracy", "vertical_accuracy", "speed",
        "course", "fix_time",
      ]
    case .numbers(let names), .fields(let names): names
    case .request: requestColumns
    case .json: ["json"]
    case .bytes: []
    }
  }

  private static let requestColumns = ["sequence", "text", "transport"]

  func holds(_ channel: ExportChannel) -> Bool { !Self.columns(channel).isEmpty }

  func part(of channel: Int) -> Int { layout == .apart ? channel : 0 }

  mutating func begin() {
    for (place, part) in parts.enumerated() {
      part.text.put("time_ns,seconds")
      for (channel, names) in columns.enumerated() where layout != .apart || channel == place {
        for name in names {
          part.text.put(",")
          let prefix = layout == .wide ? session.channels[channel].name + "." : ""
          part.text.put(cell: prefix + name)
        }
      }
      part.text.put("\n")
    }
  }

  mutating func add(_ event: ExportEvent, _ data: RawSpan) -> Bool {
    let channel = event.channel
    if layout == .wide, rowTime != nil, rowTime != event.time || isFilled[channel] { putRow() }
    let scratch = cells[channel]
    scratch.clear()
    guard put(session.channels[channel], data, into: scratch) else {
      scratch.clear()
      return false
    }
    if layout == .wide {
      rowTime = event.time
      isFilled[channel] = true
    } else {
      let text = parts[part(of: channel)].text
      putTime(event.time, into: text)
      text.put(",")
      text.put(scratch)
      text.put("\n")
    }
    return true
  }

  mutating func end() { putRow() }

  private func putTime(_ time: Int64, into text: ExportText) {
    text.put(time)
    text.put(",")
    text.put(seconds: time &- session.start)
  }

  /// Ends the row at hand of a wide file.
  private mutating func putRow() {
    guard let time = rowTime else { return }
    let text = parts[0].text
    putTime(time, into: text)
    for (channel, names) in columns.enumerated() where !names.isEmpty {
      text.put(",")
      if cells[channel].count > 0, isFilled[channel] || session.interval != nil {
        text.put(cells[channel])
      } else {
        for _ in 1..<names.count { text.put(",") }
      }
      isFilled[channel] = false
    }
    text.put("\n")
    rowTime = nil
  }

  // MARK: Cells

  private func put(_ channel: ExportChannel, _ data: RawSpan, into text: ExportText) -> Bool {
    switch channel.kind {
    case .acceleration: return put(3, data, into: text)
    case .numbers(let names): return put(names.count, data, into: text)
    case .location:
      guard let fix = ExportReading.location(data) else { return false }
      for value in [fix.latitude, fix.longitude, fix.altitude] {
        text.put(number: value)
        text.put(",")
      }
      for value in [fix.horizontalAccuracy, fix.verticalAccuracy, fix.speed, fix.course] {
        text.put(number: value)
        text.put(",")
      }
      text.put(fix.fixTimestamp)
    case .request:
      guard let fields = channel.fields(data) else { return false }
      for (place, name) in Self.requestColumns.enumerated() {
        if place > 0 { text.put(",") }
        if let field = fields.first(where: { $0.path == name }) { put(field.value, into: text) }
      }
    case .fields(let paths):
      guard let fields = channel.fields(data), fields.count == paths.count else { return false }
      for (place, field) in fields.enumerated() {
        if place > 0 { text.put(",") }
        put(field.value, into: text)
      }
    case .json:
      guard channel.fields(data) != nil else { return false }
      let line = ExportText()
      line.put(onOneLine: data)
      text.put(cell: String(decoding: line.waiting, as: UTF8.self))
    case .bytes: return false
    }
    return true
  }

  private func put(_ count: Int, _ data: RawSpan, into text: ExportText) -> Bool {
    guard ExportReading.has(count, data) else { return false }
    for place in 0..<count {
      if place > 0 { text.put(",") }
      text.put(number: ExportReading.double(place, data))
    }
    return true
  }

  private func put(_ value: MessageValue, into text: ExportText) {
    switch value {
    case .integer(let number): text.put(number)
    case .unsigned(let number): text.put(String(number))
    case .number(let bits): text.put(number: Double(bitPattern: bits))
    case .bool(let flag): text.put(flag ? "true" : "false")
    case .text(let string): text.put(cell: string)
    case .bytes, .null: break
    }
  }
}
