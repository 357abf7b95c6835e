import KymoRecording

/// Reads a document of XML that holds points, as far as it can be read.
enum TrackDocument {
  /// Reads a document into what `make` makes.
  ///
  /// A document that ends in the middle gives what came before. One with bytes that cannot be in its encoding is read
  /// again with one byte a character: numbers and times are the same.
  ///
  /// - Parameters:
  ///   - source: the document.
  ///   - log: gets the repairs.
  ///   - make: makes what takes the pieces.
  ///   - take: gives it a block.
  ///   - count: how many points it has so far.
  /// - Returns: what has taken all pieces.
  /// - Throws: ``ImportError`` when it is not XML, or has nothing before it ends in the middle.
  static func read<Reader>(
    _ source: XMLSource,
    _ log: inout ImportLog,
    make: () -> Reader,
    take: (inout Reader, inout XMLBlock) throws(ImportError) -> Void,
    count: (Reader) -> Int
  ) throws(ImportError) -> Reader {
    var reader = make()
    var problem = try source.read(encoding: nil) { (block) throws(ImportError) in
      try take(&reader, &block)
    }
    if let first = problem, first.kind == .invalidByte || first.kind == .encoding {
      var other = make()
      let second = try source.read(encoding: "ISO-8859-1") { (block) throws(ImportError) in
        try take(&other, &block)
      }
      if second == nil || (second?.kind == .cutOff && count(other) >= count(reader)) {
        try log.repair(.wrongEncoding, file: source.file.name, line: first.line)
        (reader, problem) = (other, second)
      }
    }
    guard let problem else { return reader }
    let file = source.file.name
    guard count(reader) > 0, [.cutOff, .invalidByte, .malformed].contains(problem.kind) else {
      throw .malformedRow(file: file, line: problem.line, what: "not XML: \(problem.reason)")
    }
    if problem.kind == .cutOff {
      try log.repair(.cutOffDocument, file: file, line: problem.line)
    } else {
      try log.repair(
        .cutOffDocument,
        file: file,
        line: problem.line,
        explanation:
          "From here on it is not XML (\(problem.reason)); the \(count(reader)) points before were kept."
      )
    }
    return reader
  }

  /// The kind of points that counts: the first with times, else the first with any; the others are noted.
  ///
  /// - Parameters:
  ///   - points: the points of each kind, in the order of preference.
  ///   - nouns: the names of the kinds.
  ///   - file: the file, for messages.
  ///   - log: gets the notes.
  /// - Returns: its place; nil if there are no points.
  static func choose(
    _ points: [TrackCollector],
    nouns: [String],
    _ file: ImportFile,
    _ log: inout ImportLog
  ) -> Int? {
    guard
      let chosen = points.firstIndex(where: { $0.timedCount > 0 })
        ?? points.firstIndex(where: { $0.count > 0 })
    else { return nil }
    let timed = points[chosen].timedCount > 0 ? " with times" : ""
    for other in points.indices where other != chosen && points[other].count > 0 {
      log.note(
        .pointsNotImported,
        file: file.name,
        "Its \(points[other].count) \(nouns[other]) are not imported, since it has \(nouns[chosen])\(timed)."
      )
    }
    return chosen
  }

  /// The session of the points of a kind that was chosen, or of a file with one kind alone.
  ///
  /// - Parameters:
  ///   - points: the points.
  ///   - tally: what was wrong with them.
  ///   - description: what the file says; points without times count from the first.
  ///   - file: the file, for messages.
  ///   - log: gets the repairs.
  /// - Returns: the session.
  /// - Throws: ``ImportError`` when no point has a time and the user does not say how far they are apart, and in strict
  ///   mode when a repair is necessary.
  static func reading(
    _ points: TrackCollector,
    _ tally: RepairTally,
    _ description: SessionDescription,
    _ file: ImportFile,
    _ log: inout ImportLog
  ) throws(ImportError) -> TrackReading {
    let streams = try points.streams(wrongTimes: tally.count(of: .impossibleTime), &log)
    try tally.report(file: file.name, &log)
    var description = description
    if points.timedCount == 0 { description.clock = .relative }
    return TrackReading(streams, description)
  }

  /// What became of a file of points.
  static func statement(
    _ file: ImportFile,
    _ points: TrackCollector,
    _ columns: [(name: String, use: String?)],
    unused: [String]
  ) -> FileStatement {
    let timeName = columns.first { $0.use == "time" }?.name
    return FileStatement(
      file: file.name,
      use: .rows,
      rows: points.count,
      columns: columns.compactMap { column in
        column.use.map { ColumnStatement(name: column.name, use: $0) }
      } + unused.map { ColumnStatement(name: $0, use: nil, reason: "unknown") },
      clock: timeName.flatMap { name in
        guard points.timedCount > 0 else { return nil }
        return ClockStatement(
          column: name,
          unit: .iso8601,
          origin: .unix,
          evidence: ["the format says so"]
        )
      }
    )
  }
}
