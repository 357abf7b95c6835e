import KymoRecording

/// The chosen CSV files of one recording, being read one after the other.
struct CSVReading: ImportReading {
  private var chosen: ChosenFiles
  private let facts: RecordingFacts
  private var step = Step.accelerations
  /// The first line of the accelerations: what is found out about all of them is told with it.
  private var firstLine = 1

  private enum Step {
    case accelerations, locations
    /// The channel to be read next, in the order of ``ChosenFiles/samples``.
    case samples(Int)
  }

  /// Starts with the accelerations.
  init(_ chosen: ChosenFiles, _ facts: RecordingFacts) {
    self.chosen = chosen
    self.facts = facts
  }

  var description: SessionDescription { chosen.description(facts) }

  mutating func next(log: inout ImportLog) throws(ImportError) -> ImportTable? {
    while true {
      switch step {
      case .accelerations:
        step = .locations
        if let table = try accelerations(&log) { return table }
      case .locations:
        step = .samples(0)
        guard let (file, table) = chosen.location else { continue }
        var rows = file.rows
        return ImportTable(
          file: file.file.name,
          rows: .locations(try rows.locations(table, log: &log))
        )
      case .samples(let index):
        guard index < chosen.samples.count else { return nil }
        step = .samples(index + 1)
        let (file, table) = chosen.samples[index]
        var rows = file.rows
        return ImportTable(
          file: file.file.name,
          rows: .samples(topic: table.topic, try rows.samples(table, log: &log))
        )
      }
    }
  }

  /// The accelerations with gravity, as far as the files have it.
  private mutating func accelerations(
    _ log: inout ImportLog
  ) throws(ImportError) -> ImportTable? {
    guard let (file, table) = chosen.acceleration else { return nil }
    var reader = file.rows
    var rows = try reader.accelerations(table, log: &log)
    if let first = rows.first {
      firstLine = first.line
      if let gravity = chosen.gravity {
        if try add(gravity.file, gravity.table, to: &rows, &log) {
          chosen.addedGravity()
        } else {
          chosen.dropGravity()
        }
      }
    }
    return ImportTable(file: file.file.name, rows: .accelerations(rows))
  }

  /// Adds gravity, which some phones record apart; false if the two files are not row for row of
  /// one time.
  private func add(
    _ file: RecognisedFile,
    _ table: AccelerationTable,
    to rows: inout [AccelerationRow],
    _ log: inout ImportLog
  ) throws(ImportError) -> Bool {
    let name = file.file.name
    var reader = file.rows
    let gravity = try reader.accelerations(table, log: &log)
    guard gravity.count == rows.count,
      zip(gravity, rows).allSatisfy({ $0.timestamp == $1.timestamp })
    else {
      log.note(
        .fileNotImported,
        file: name,
        "Its times are not those of the accelerations, so they stay without gravity."
      )
      return false
    }
    for index in rows.indices { rows[index].add(gravity[index].acceleration) }
    log.note(
      .conversion,
      file: name,
      line: gravity.first?.line ?? 1,
      count: gravity.count,
      "Added to the accelerations, which come without gravity."
    )
    return true
  }

  /// Brings accelerations to m/s² on the canonical axes; the numbers may have to tell how.
  mutating func finish(_ table: inout ImportTable, log: inout ImportLog) throws(ImportError) {
    guard case .accelerations(var rows) = table.rows, let acceleration = chosen.acceleration else {
      return
    }
    table.rows = .accelerations([])  // So that the rows are not copied when they are scaled.
    let magnitude = AccelerationScale.medianMagnitude(rows)
    let isCombined = acceleration.table.isCombined
    let scale =
      isCombined
      ? AccelerationScale.combined(
        acceleration.table,
        platform: facts.platform,
        isStandardised: facts.isStandardised,
        medianMagnitude: magnitude
      )
      : acceleration.file.dialect.scale(acceleration.table, facts, medianMagnitude: magnitude)
    chosen.found(gravity: AccelerationScale.hasGravity(acceleration.table, magnitude))
    for guess in scale.guesses {
      try log.repair(guess, file: table.file, line: firstLine, count: rows.count)
    }
    if let note = scale.note {
      log.note(note.topic, file: table.file, line: firstLine, count: rows.count, note.text)
    }
    if scale.factor != 1 {
      for index in rows.indices { rows[index].scale(by: scale.factor) }
    }
    table.rows = .accelerations(rows)
  }
}
