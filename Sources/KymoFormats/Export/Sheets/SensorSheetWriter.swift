import KymoCore
import KymoMCAP

/// Writes the rows of sensors into the files of a phone app.
struct SensorSheetWriter {
  /// The sheet of each channel; nil for one that has none.
  let sheets: [SensorSheet?]
  /// The text for a value that is not known.
  let unknown: String

  /// Takes the sheets; of two of one name the first channel has it.
  init(_ sheets: [SensorSheet?], unknown: String) {
    var taken: Set<String> = []  // Looked up, never iterated.
    self.sheets = sheets.map { sheet in
      sheet.flatMap { taken.insert($0.name).inserted ? $0 : nil }
    }
    self.unknown = unknown
  }

  /// Whether one of the channels has a sheet.
  func holds(_ channel: ExportChannel, of channels: [ExportChannel]) -> Bool {
    zip(channels, sheets).contains { $0.id == channel.id && $1 != nil }
  }

  /// Begins the files of those channels that have a sheet.
  ///
  /// - Parameters:
  ///   - parts: the files, in the order of the channels; others may follow.
  ///   - times: the heading of the columns of times.
  func begin(_ parts: [ExportPart], times: String) {
    for (part, sheet) in zip(parts, sheets) {
      guard let sheet else { continue }
      part.text.put("\(times),\(sheet.heading)\n")
    }
  }

  /// A file for each channel.
  var parts: [ExportPart] { sheets.map { ExportPart($0?.name ?? "none") } }

  /// Puts a row, for which `putTimes` puts what stands before its cells; false if the message is none of its channel.
  func put(
    _ channel: Int,
    _ data: RawSpan,
    into text: ExportText,
    _ putTimes: () -> Void
  ) -> Bool {
    guard let sheet = sheets[channel] else { return false }
    let fix = sheet.isOfFixes ? ExportReading.fix(data) : nil
    guard sheet.isOfFixes ? fix != nil : ExportReading.has(sheet.doubles, data) else {
      return false
    }
    putTimes()
    for cell in sheet.cells {
      text.put(",")
      put(cell, data, fix, into: text)
    }
    text.put("\n")
    return true
  }

  private func put(
    _ cell: SensorSheet.Cell,
    _ data: RawSpan,
    _ fix: Location?,
    into text: ExportText
  ) {
    func put(_ value: Double?) {
      guard let value, value.isFinite else { return text.put(unknown) }
      text.put(number: value)
    }
    func put(_ value: Float?) {
      guard let value, value.isFinite else { return text.put(unknown) }
      text.put(number: value)
    }
    switch cell {
    case .number(let place): put(ExportReading.double(place, data))
    case .hundredth(let place):
      let value = ExportReading.double(place, data)
      guard value.isFinite else { return text.put(unknown) }
      // The digits are moved, and not divided: reading them back gives the same number.
      text.put(decimal: "\(value)", movedBy: -2)
    case .latitude: put(fix?.latitude)
    case .longitude: put(fix?.longitude)
    case .altitude:
      // -1 would be an altitude.
      if let altitude = fix?.altitude, altitude.isFinite { text.put(number: altitude) }
    case .horizontalAccuracy: put(fix?.horizontalAccuracy)
    case .verticalAccuracy: put(fix?.verticalAccuracy)
    case .speed: put(fix?.speed)
    case .course: put(fix?.course)
    case .unknown: text.put(unknown)
    }
  }
}
