import KymoCore
import KymoRecording

/// The accelerations of a file, with gravity as far as the files have it.
///
/// Those of the first reading are in the unit and on the axes of the file; the numbers may have to tell
/// what these are. Gravity alone, or what another file has better, is of another topic: its rows become samples.
struct AccelerationStream: ImportStream {
  private let recognised: RecognisedFile
  private let table: AccelerationTable
  private let facts: RecordingFacts
  private let other: (file: RecognisedFile, table: AccelerationTable)?
  private var reader: TableReader
  private var pairs: PairedReader?
  private var magnitude = MedianMagnitude()
  /// The first line that belongs to the recording: what is found out about all rows is told with it.
  private var firstLine: Int?
  private var factor = 1.0
  private(set) var gravity: SessionDescription.Gravity?

  /// Stands at the first row; the rows of the file `gravity`, if there is one, are added.
  init(
    _ recognised: RecognisedFile,
    _ table: AccelerationTable,
    _ facts: RecordingFacts,
    gravity: (file: RecognisedFile, table: AccelerationTable)?
  ) throws(ImportError) {
    self.recognised = recognised
    self.table = table
    self.facts = facts
    other = gravity
    reader = try recognised.rows()
    if let other { pairs = try PairedReader((recognised, table), other) }
  }

  var file: String { recognised.file.name }
  var topic: String { table.topic }

  mutating func rewind() throws(ImportError) {
    if let other {
      pairs = try PairedReader((recognised, table), other)
    } else {
      reader = try recognised.rows()
    }
  }

  mutating func next(log: inout ImportLog) throws(ImportError) -> ImportTable.Rows? {
    guard pairs != nil else {
      guard let rows = try reader.accelerations(table, log: &log) else { return nil }
      firstLine = firstLine ?? rows.first?.line
      return .accelerations(rows)
    }
    var silence = ImportLog(isStrict: false)
    guard let both = try pairs?.next(&log, &silence) else { return nil }
    var rows = both.first
    firstLine = firstLine ?? rows.first?.line
    for (index, gravity) in zip(rows.indices, both.second) { rows[index].add(gravity.acceleration) }
    return .accelerations(rows)
  }

  mutating func learn(from rows: ImportTable.Rows) {
    guard case .accelerations(let rows) = rows else { return }
    magnitude.learn(from: rows)
  }

  mutating func forget() { magnitude = MedianMagnitude() }

  mutating func finish(count: Int, log: inout ImportLog) throws(ImportError) {
    let median = magnitude.median
    let scale = scale(median)
    let hasGravity = AccelerationScale.hasGravity(tableWithGravity, median)
    if isMain { gravity = hasGravity ? .included : .excluded }
    let line = firstLine ?? 1
    for guess in scale.guesses { try log.repair(guess, file: file, line: line, count: count) }
    if let note = scale.note {
      log.note(note.topic, file: file, line: line, count: count, note.text)
    }
    factor = scale.factor
    magnitude = MedianMagnitude()
  }

  /// The scale that the files state, else the user, else the magnitude.
  private func scale(_ median: Double) -> AccelerationScale {
    var (table, median) = (table.isCombined ? table : tableWithGravity, median)
    let stated = table.unit == nil ? facts.isInG : nil
    if let isInG = stated {
      if table.isCombined {
        table.unit = isInG ? .standardGravity : .metresPerSecondSquared
      } else {
        // As they would be at rest.
        table.hasGravity = true
        median = isInG ? 1 : Acceleration.standardGravity
      }
    }
    var scale =
      table.isCombined
      ? AccelerationScale.combined(
        table,
        platform: facts.platform,
        isStandardised: facts.isStandardised,
        medianMagnitude: median
      )
      : recognised.dialect.scale(table, facts, medianMagnitude: median)
    if stated != nil { scale.guesses.removeAll { $0 == .unitGuessed } }
    return scale
  }

  func complete(_ rows: inout ImportTable.Rows) {
    guard factor != 1 || !isMain, case .accelerations(var scaled) = rows else { return }
    rows = .accelerations([])  // So that the rows are not copied when they are scaled.
    for index in scaled.indices { scaled[index].scale(by: factor) }
    guard !isMain else {
      rows = .accelerations(scaled)
      return
    }
    rows = .samples(topic: topic, scaled.map { SampleRow($0) })
  }

  /// Whether it is the acceleration of the phone, and not a part of it in a channel of its own.
  private var isMain: Bool { topic == InputChannel.accelerometer.topic }

  private var tableWithGravity: AccelerationTable {
    var table = table
    if other != nil { table.hasGravity = true }
    return table
  }
}
