import KymoCore
import KymoRecording

/// A stream that has been read once: what has to be repaired is known and told.
struct SurveyedStream {
  /// The stream, to be read again.
  var stream: any ImportStream
  /// All rows in the order of time, if they were not so in the file.
  private(set) var held: ImportTable.Rows?
  /// How many rows belong to the recording.
  private(set) var count = 0
  /// The time of the first of them, in ns; nil if there is none.
  private(set) var firstTimestamp: Int64?
  /// How many bytes the longest message has; 0 if there is none.
  private(set) var longestMessage = 0

  /// Reads the stream to its end, and tells what has to be repaired.
  ///
  /// - Throws: ``ImportError`` when a row cannot be read, and in strict mode when a repair is
  ///   necessary.
  /// - Complexity: O(*n*), where *n* is the number of rows; O(*n* log *n*) if they are not in the
  ///   order of time. Only then are they all in memory.
  init(
    _ stream: any ImportStream,
    shouldStop: () -> Bool,
    _ log: inout ImportLog
  ) throws(ImportError) {
    self.stream = stream
    let file = stream.file
    var cleaner = BlockCleaner.idle(isClockTrue: stream.isClockTrue)
    var rowCount = 0
    while let rows = try self.stream.next(log: &log) {
      if shouldStop() { throw .interrupted }
      rowCount += rows.count
      if case .messages(_, let messages) = rows {
        longestMessage = messages.reduce(longestMessage) {
          max($0, $1.isTooLong ? 0 : $1.bytes.count)
        }
      }
      self.stream.learn(from: cleaner.clean(rows))
    }
    if let last = cleaner.end() { self.stream.learn(from: last) }
    log.count(rows: rowCount, file: file)
    guard rowCount > 0 else {
      if !log.hasRows(file: file) { try log.repair(.emptyFile, file: file, line: 1) }
      return
    }
    if cleaner.isSorted {
      try cleaner.report(file: file, &log)
      (count, firstTimestamp) = cleaner.left
    } else {
      try sort(shouldStop, &log)
    }
    if count > 0 { try self.stream.finish(count: count, log: &log) }
  }

  /// Reads all rows once more, and holds them in the order of time.
  private mutating func sort(
    _ shouldStop: () -> Bool,
    _ log: inout ImportLog
  ) throws(ImportError) {
    var silence = ImportLog(isStrict: false)
    try stream.rewind()
    // One of them is filled; each is the only copy.
    var accelerations: [AccelerationRow] = []
    var locations: [LocationRow] = []
    var samples: [SampleRow] = []
    var messages: [MessageRow] = []
    while let rows = try stream.next(log: &silence) {
      if shouldStop() { throw .interrupted }
      switch rows {
      case .accelerations(let more): accelerations += more
      case .locations(let more): locations += more
      case .samples(_, let more): samples += more
      case .messages(_, let more): messages += more
      }
    }
    var table = ImportTable(
      file: stream.file,
      rows: !accelerations.isEmpty
        ? .accelerations(accelerations)
        : !locations.isEmpty
          ? .locations(locations)
          : !messages.isEmpty
            ? .messages(topic: stream.topic, messages)
            : .samples(topic: stream.topic, samples)
    )
    accelerations = []
    locations = []
    samples = []
    messages = []
    guard try TableCleaner.clean(&table, shouldStop: shouldStop, &log) else { return }
    held = table.rows
    count = table.rows.count
    firstTimestamp = table.rows.firstTimestamp
    // What was learned before was learned in the order of the file, with rows that may be left out.
    stream.forget()
    stream.learn(from: table.rows)
  }
}

extension ImportTable.Rows {
  /// The time of the first row, in ns; nil if there is none.
  var firstTimestamp: Int64? {
    switch self {
    case .accelerations(let rows): rows.first?.timestamp
    case .locations(let rows): rows.first?.timestamp
    case .samples(_, let rows): rows.first?.timestamp
    case .messages(_, let rows): rows.first?.timestamp
    }
  }

  /// Some of the rows.
  subscript(range: Range<Int>) -> Self {
    switch self {
    case .accelerations(let rows): .accelerations(Array(rows[range]))
    case .locations(let rows): .locations(Array(rows[range]))
    case .samples(let topic, let rows): .samples(topic: topic, Array(rows[range]))
    case .messages(let topic, let rows): .messages(topic: topic, Array(rows[range]))
    }
  }
}
