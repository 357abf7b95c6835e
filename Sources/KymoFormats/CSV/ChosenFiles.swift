import KymoRecording

/// The files that a session is made of: one of accelerations, one of fixes, and those of other channels.
struct ChosenFiles {
  /// The accelerations.
  private(set) var acceleration: (file: RecognisedFile, table: AccelerationTable)?
  /// Gravity alone, for accelerations that lack it.
  private(set) var gravity: (file: RecognisedFile, table: AccelerationTable)?
  /// The fixes.
  private(set) var location: (file: RecognisedFile, table: LocationTable)?
  /// The files of gravity, and of accelerations that others have better, in the order of their topics.
  private(set) var vectors: [(file: RecognisedFile, table: AccelerationTable)] = []
  /// The files for other channels, in the order of their topics.
  private(set) var samples: [(file: RecognisedFile, table: SampleTable)] = []

  /// Chooses the best file of each kind and notes which ones are not imported.
  ///
  /// - Throws: ``ImportError`` when two files are equally good or of apps whose times do not go
  ///   together.
  init(
    _ files: [RecognisedFile],
    _ facts: RecordingFacts,
    options: ImportOptions,
    log: inout ImportLog
  ) throws(ImportError) {
    var accelerations = BestFile<AccelerationTable>()
    var locations = BestFile<LocationTable>()
    var channels: [String: BestFile<SampleTable>] = [:]
    for file in files {
      switch file.role {
      case .acceleration(let table): try accelerations.offer(file, table)
      case .location(let table): try locations.offer(file, table)
      case .samples(let table) where options.wants(table.topic),
        .unknownSensor(let table) where options.wants(table.topic):
        try channels[table.topic, default: BestFile()].offer(file, table)
      case .gravity(let table):
        if let gravity {
          throw .ambiguous(
            files: [gravity.file.file.name, file.file.name],
            data: InputChannel.gravity.topic
          )
        }
        gravity = (file, table)
      case .samples, .unused, .unknownSensor:
        log.note(
          .fileNotImported,
          file: file.file.name,
          "It is of a sensor that has no channel: \(ImportError.list(file.header.texts))."
        )
      case .facts: break
      }
    }
    acceleration = accelerations.best
    location = locations.best
    vectors += accelerations.others(options, &log) {
      "\($0.hasGravity ? "it contains gravity and" : "it") is the better source"
    }
    var others = locations.others(options, &log) { _ in "it is the phone's best fix" }
      .map { ($0.file, SampleTable($0.table)) }
    for topic in channels.keys.sorted() {
      guard let channel = channels[topic], let best = channel.best else { continue }
      others.append(best)
      others += channel.others(options, &log) { _ in "it is the better source" }
    }
    samples = try Self.decided(others, &log).sorted { $0.table.topic < $1.table.topic }
    takeGravity(options, &log)
    vectors.sort { $0.table.topic < $1.table.topic }
    try checkDialects()
    try decideClocks(facts, options, &log)
  }

  /// Keeps gravity in a channel of its own, and for accelerations that lack it.
  private mutating func takeGravity(_ options: ImportOptions, _ log: inout ImportLog) {
    guard var alone = gravity else { return }
    if acceleration?.table.hasGravity ?? true { gravity = nil }
    alone.table.topic = InputChannel.gravity.topic
    if options.wants(alone.table.topic) {
      vectors.append(alone)
    } else if gravity == nil {
      let reason =
        acceleration == nil
        ? "It has gravity alone, no accelerations." : "The accelerations contain gravity already."
      log.note(.fileNotImported, file: alone.file.file.name, reason)
    }
  }

  /// The tables with the types of their columns; those without values are noted.
  private static func decided(
    _ files: [(file: RecognisedFile, table: SampleTable)],
    _ log: inout ImportLog
  ) throws(ImportError) -> [(file: RecognisedFile, table: SampleTable)] {
    var decided: [(file: RecognisedFile, table: SampleTable)] = []
    for (file, table) in files {
      guard table.form == .undecided else {
        decided.append((file, table))
        continue
      }
      let kinds = ColumnKinds(try file.open(), table.fields.compactMap(\.column))
      if let known = table.decided(by: kinds) {
        decided.append((file, known))
      } else {
        let what = kinds.rowCount == 0 ? "It has no rows" : "There are no values"
        let names = ImportError.list(table.fields.map(\.name))
        log.note(.fileNotImported, file: file.file.name, "\(what) for \(table.topic): \(names).")
      }
    }
    return decided
  }

  /// Decides what the times of each file are, and states it with what its columns are.
  ///
  /// - Throws: ``ImportError`` when a clock contradicts itself, or the clocks do not go together.
  private mutating func decideClocks(
    _ facts: RecordingFacts,
    _ options: ImportOptions,
    _ log: inout ImportLog
  ) throws(ImportError) {
    var clocks: [(file: RecognisedFile, times: TimeColumns)] = []
    if var one = acceleration {
      try Self.decide(one.file, &one.table, facts, options, Self.samplePeriod, &log)
      acceleration = one
      clocks.append((one.file, one.table.times))
    }
    if var one = gravity {
      try Self.decide(one.file, &one.table, facts, options, Self.samplePeriod, &log)
      gravity = one
      clocks.append((one.file, one.table.times))
    }
    if var one = location {
      try Self.decide(one.file, &one.table, facts, options, Self.fixPeriod, &log)
      location = one
      clocks.append((one.file, one.table.times))
    }
    try decideOtherClocks(&clocks, facts, options, &log)
    for clock in clocks.dropFirst() where clock.times.origin != clocks[0].times.origin {
      throw Self.apart(clock, clocks[0])
    }
  }

  /// Decides what the times of gravity, of accelerations that others have better, and of other channels are.
  ///
  /// A file that was found beside those of accelerations and fixes, and whose times are not theirs, is noted and
  /// left out.
  private mutating func decideOtherClocks(
    _ clocks: inout [(file: RecognisedFile, times: TimeColumns)],
    _ facts: RecordingFacts,
    _ options: ImportOptions,
    _ log: inout ImportLog
  ) throws(ImportError) {
    let main = clocks.first
    func decide<Table: RankedTable>(
      _ files: [(file: RecognisedFile, table: Table)],
      _ log: inout ImportLog
    ) throws(ImportError) -> [(file: RecognisedFile, table: Table)] {
      var decided: [(file: RecognisedFile, table: Table)] = []
      for var one in files {
        do throws(ImportError) {
          try Self.decide(one.file, &one.table, facts, options, Self.otherPeriod, &log)
          if let main, main.times.origin != one.table.times.origin {
            throw Self.apart((one.file, one.table.times), main)
          }
          decided.append(one)
        } catch {
          guard case .clock = error, main != nil, !one.file.file.isExplicit else { throw error }
          log.note(.fileNotImported, file: one.file.file.name, "\(error.description).")
        }
      }
      return decided
    }
    vectors = try decide(vectors, &log)
    samples = try decide(samples, &log)
    if main == nil {
      clocks +=
        vectors.map { ($0.file, $0.table.times) } + samples.map { ($0.file, $0.table.times) }
    }
  }

  private static func apart(
    _ one: (file: RecognisedFile, times: TimeColumns),
    _ other: (file: RecognisedFile, times: TimeColumns)
  ) -> ImportError {
    .clock(
      file: one.file.file.name,
      line: 1,
      what: "its times count from \(words(one.times.origin)), and those of "
        + "\(other.file.file.name) from \(words(other.times.origin))",
      remedy:
        "choose a column that all files have with --time-column, say what it is in all of them with "
        + "--time-unit, or import them apart"
    )
  }

  /// How long two samples are usually apart, in s.
  private static let samplePeriod = 0.0005...0.5
  /// How long two fixes are usually apart, in s.
  private static let fixPeriod = 0.06...60.0
  /// How long two rows of anything else are usually apart, in s.
  private static let otherPeriod = 0.0005...60.0

  private static func words(_ origin: ClockStatement.Origin) -> String {
    switch origin {
    case .unix: "1970"
    case .start: "the start of the recording"
    case .midnight: "midnight"
    case .unknown: "an unknown moment"
    }
  }

  private static func decide<Table: RankedTable>(
    _ file: RecognisedFile,
    _ table: inout Table,
    _ facts: RecordingFacts,
    _ options: ImportOptions,
    _ usualPeriod: ClosedRange<Double>,
    _ log: inout ImportLog
  ) throws(ImportError) {
    let isShared = table.times.sharing != .none
    // What else a row has is of other sensors, and does not have to run with this one.
    let header = isShared ? file.header.only([table.times.time, table.times.elapsed]) : file.header
    let judge = ClockJudge(
      file: file.file.name,
      header: header,
      columns: table.times,
      sample: try ClockSample(file.open(), table.times, header),
      options: options,
      usualPeriod: isShared ? otherPeriod : usualPeriod,
      nominalPeriod: facts.periods[file.file.stem]
    )
    var verdict = try judge.decide()
    if let bridge = verdict.columns.bridge, let offset = try bridge.offset(file.open()) {
      let wall = file.header.texts[bridge.wall].prefix(40)
      let evidence = "counted since the phone was switched on, and moved by \(wall)"
      verdict.apply(ClockMove(offset: offset, evidence: evidence))
    }
    if let move = verdict.columns.move { verdict.apply(move) }
    let times = verdict.columns
    table.times = times
    for doubt in verdict.doubts {
      try log.repair(
        .clocksDiffer,
        file: file.file.name,
        line: doubt.line,
        explanation: doubt.explanation
      )
    }
    var uses = [(column: times.time, use: "time")]
    if let elapsed = times.elapsed, elapsed != times.time {
      uses.append((elapsed, "seconds since the start"))
    }
    if let date = times.date { uses.append((date, "date")) }
    uses += table.uses.compactMap { use in use.column.map { (column: $0, use: use.use) } }
    let columns = file.header.statements(uses)
    for (index, column) in columns.enumerated() where column.use == nil {
      guard let first = file.header.duplicate(of: index), columns[first].use != nil else {
        continue
      }
      log.note(
        .duplicateColumn,
        file: file.file.name,
        "Columns \(first + 1) and \(index + 1) are both named \(column.name.prefix(40)); "
          + "the first is taken."
      )
    }
    log.state(
      FileStatement(
        file: file.file.name,
        use: .rows,
        topics: [table.topic],
        columns: columns,
        clock: verdict.statement
      )
    )
  }

  private func checkDialects() throws(ImportError) {
    let files =
      [acceleration?.file, location?.file].compactMap { $0 } + vectors.map(\.file)
      + samples.map(\.file)
    guard let first = files.first,
      let other = files.first(where: { $0.dialect.name != first.dialect.name })
    else { return }
    throw .mixedFormats(files: [first.file.name, other.file.name])
  }

  /// Remembers that the file of gravity does not fit the accelerations.
  mutating func dropGravity() { gravity = nil }

  /// Remembers that gravity was added to the accelerations.
  mutating func addedGravity() { acceleration?.table.hasGravity = true }

  /// Describes a session of these files; no path of this machine is part of it.
  func description(_ facts: RecordingFacts) -> SessionDescription {
    let files =
      [acceleration?.file, gravity?.file, location?.file].compactMap { $0 } + vectors.map(\.file)
      + samples.map(\.file)
    let times =
      acceleration?.table.times ?? location?.table.times ?? vectors.first?.table.times
      ?? samples.first?.table.times
    var names: [String] = []
    for file in files where !names.contains(file.file.baseName) {
      names.append(file.file.baseName)
    }
    return SessionDescription(
      origin: "\(files.first?.dialect.name ?? ""): " + names.joined(separator: ", "),
      device: facts.device,
      gravity: acceleration.map { $0.table.hasGravity ? .included : .excluded } ?? .unknown,
      altitudeDatum: location?.file.dialect.altitudeDatum ?? .unknown,
      accuracyConfidence: location?.file.dialect.accuracyConfidence ?? .unknown,
      clock: times?.isRelative ?? true ? .relative : .unix
    )
  }
}
