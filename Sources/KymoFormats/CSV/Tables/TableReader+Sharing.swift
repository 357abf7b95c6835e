import KymoRecording

extension TableReader {
  /// Whether the current row says nothing new of a sensor that shares its rows with others.
  ///
  /// - Parameters:
  ///   - times: the times of the sensor.
  ///   - columns: the columns that make a row, such as latitude and longitude of a fix.
  /// - Returns: false also if it shares them with none.
  /// - Throws: ``ImportError`` when the row has not as many fields as the header.
  mutating func passesOver(
    _ times: TimeColumns,
    _ columns: [Int?]
  ) throws(ImportError) -> Bool {
    guard times.sharing != .none else { return false }
    try checkFieldCount()
    guard hasValue(times.time), columns.contains(where: { $0.map(hasValue) ?? false }) else {
      return true
    }
    let told: [Int?]
    switch times.sharing {
    case .none, .sparse: return false
    case .repeated: told = [times.time]
    case .held: told = columns
    }
    var said: [UInt8] = []
    for case let column? in told {
      said += reader.bytes[reader.range(column)]
      said.append(0)
    }
    if said == lastSaid {
      repeats.count += 1
      if repeats.count == 1 { repeats.line = reader.line }
      return true
    }
    lastSaid = said
    return false
  }

  /// Whether a field of the current row is neither empty nor a marker for "none".
  private func hasValue(_ column: Int) -> Bool {
    switch reader.number(column) {
    case .missing: false
    case .decimal(let decimal): decimal.double != PlainColumns.noneMarker
    case .infinite, .malformed: true
    }
  }
}
