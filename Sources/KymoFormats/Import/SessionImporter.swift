import KymoCore
import KymoRecording

/// Makes a session out of the files that phone apps export.
///
/// The names of the columns tell the format, never their places. Whatever is broken in the files is
/// repaired and listed, so that a recording never differs silently from what the phone wrote.
public struct SessionImporter: Sendable {
  /// What the user decides.
  public var options: ImportOptions

  /// Takes what the user decides.
  public init(options: ImportOptions = ImportOptions()) { self.options = options }

  /// Imports the files at `paths`, or the CSV files of folders at `paths`.
  ///
  /// - Throws: ``ImportError`` when a file is unreadable, of unknown format or malformed, and in
  ///   strict mode when a repair is necessary.
  /// - Complexity: O(*n*), where *n* is the number of rows; O(*n* log *n*) if they are not in the
  ///   order of time.
  public static func `import`(
    paths: [String],
    options: ImportOptions = ImportOptions()
  ) throws(ImportError) -> ImportedSession {
    try SessionImporter(options: options).importFiles(ImportFileLoader().load(paths))
  }

  /// Imports files that are in memory.
  ///
  /// - Throws: ``ImportError``; see ``import(paths:options:)``.
  public func importFiles(_ files: [ImportFile]) throws(ImportError) -> ImportedSession {
    var log = ImportLog(isStrict: options.isStrict)
    let known = try FileRecogniser(options: options).recognise(files, &log)
    let facts = try RecordingFacts(known, options: options)
    var chosen = try ChosenFiles(known, log: &log)
    let samples = try samples(&chosen, facts, &log)
    let fixes = try fixes(chosen, &log)
    guard !samples.isEmpty || !fixes.isEmpty else { throw .allEmpty(files: files.map(\.name)) }
    return ImportedSession(
      events: Self.merge(samples, fixes),
      description: chosen.description(facts),
      repairs: log.repairs,
      notes: log.notes
    )
  }

  /// The accelerations in m/s² on the canonical axes, in the order of time.
  private func samples(
    _ chosen: inout ChosenFiles,
    _ facts: RecordingFacts,
    _ log: inout ImportLog
  ) throws(ImportError) -> [AccelerationRow] {
    guard let acceleration = chosen.acceleration else { return [] }
    let file = acceleration.file
    var table = acceleration.table
    let name = file.file.name
    var reader = TableReader(file: name, reader: file.reader, header: file.header)
    var cleaner = RowCleaner(
      file: name,
      rows: try reader.accelerations(table, log: &log),
      usualGapNanoseconds: 1_000_000_000
    )
    guard !cleaner.rows.isEmpty else {
      try log.repair(.emptyFile, file: name, line: 1)
      return []
    }
    if let gravity = chosen.gravity {
      table.hasGravity = try add(gravity.file, gravity.table, to: &cleaner.rows, &log)
      if table.hasGravity { chosen.addedGravity() } else { chosen.dropGravity() }
    }
    let firstLine = cleaner.rows[0].line
    try cleaner.dropStale(&log)
    try cleaner.dropCached(&log)
    try cleaner.order(&log)
    cleaner.noteGaps(&log)

    let magnitude = AccelerationScale.medianMagnitude(cleaner.rows)
    let scale =
      switch file.format {
      case .phyphox: AccelerationScale.phyphox(table, medianMagnitude: magnitude)
      case .sensorLogger:
        AccelerationScale.sensorLogger(
          table,
          platform: facts.platform,
          isStandardised: facts.isStandardised,
          medianMagnitude: magnitude
        )
      }
    for guess in scale.guesses {
      try log.repair(guess, file: name, line: firstLine, count: cleaner.rows.count)
    }
    if let note = scale.note {
      log.note(note.topic, file: name, line: firstLine, count: cleaner.rows.count, note.text)
    }
    if scale.factor != 1 {
      for index in cleaner.rows.indices { cleaner.rows[index].scale(by: scale.factor) }
    }
    return cleaner.rows
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
    var reader = TableReader(file: name, reader: file.reader, header: file.header)
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

  /// The fixes in the order of delivery.
  private func fixes(
    _ chosen: ChosenFiles,
    _ log: inout ImportLog
  ) throws(ImportError) -> [LocationRow] {
    guard let (file, table) = chosen.location else { return [] }
    let name = file.file.name
    var reader = TableReader(file: name, reader: file.reader, header: file.header)
    var cleaner = RowCleaner(
      file: name,
      rows: try reader.locations(table, log: &log),
      usualGapNanoseconds: 10_000_000_000
    )
    guard !cleaner.rows.isEmpty else {
      try log.repair(.emptyFile, file: name, line: 1)
      return []
    }
    try cleaner.dropStale(&log)
    try cleaner.deliverCached(&log)
    try cleaner.order(&log)
    try cleaner.dropRepeated(&log)
    cleaner.noteGaps(&log)
    return cleaner.rows
  }

  /// Merges what is in the order of time already; at equal times the accelerometer goes first.
  private static func merge(_ samples: [AccelerationRow], _ fixes: [LocationRow]) -> [Event] {
    var events: [Event] = []
    events.reserveCapacity(samples.count + fixes.count)
    var fix = 0
    func append(fixesBefore timestamp: Int64?) {
      while fix < fixes.count {
        if let timestamp, fixes[fix].timestamp >= timestamp { return }
        events.append(
          Event(
            timestamp: fixes[fix].timestamp,
            sequence: UInt32(truncatingIfNeeded: fix),
            command: .unknown,
            source: .location,
            kind: .location,
            payload: Payload(fixes[fix].location)
          )
        )
        fix += 1
      }
    }
    for (index, sample) in samples.enumerated() {
      append(fixesBefore: sample.timestamp)
      events.append(
        Event(
          timestamp: sample.timestamp,
          sequence: UInt32(truncatingIfNeeded: index),
          command: .unknown,
          source: .accelerometer,
          kind: .acceleration,
          payload: Payload(sample.acceleration)
        )
      )
    }
    append(fixesBefore: nil)
    return events
  }
}
