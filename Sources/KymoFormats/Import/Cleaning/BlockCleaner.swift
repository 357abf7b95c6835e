import KymoRecording

/// A ``StreamCleaner`` for rows of any kind; all blocks of a stream are of one.
enum BlockCleaner {
  /// No rows have come yet; see `ImportStream.isClockTrue`.
  case idle(isClockTrue: Bool)
  case accelerations(StreamCleaner<AccelerationRow>)
  case locations(StreamCleaner<LocationRow>)
  case samples(topic: String, StreamCleaner<SampleRow>)
  case messages(topic: String, StreamCleaner<MessageRow>)

  /// The rows of a block that belong to the recording.
  mutating func clean(_ rows: ImportTable.Rows) -> ImportTable.Rows {
    let before = self
    var isClockTrue = false
    if case .idle(let isTrue) = before { isClockTrue = isTrue }
    // So that the cleaner has the only copy of what it keeps.
    self = .idle(isClockTrue: isClockTrue)
    switch (rows, before) {
    case (.accelerations(let rows), let before):
      var cleaner = StreamCleaner<AccelerationRow>(isClockTrue: isClockTrue)
      if case .accelerations(let known) = before { cleaner = known }
      let kept = cleaner.clean(rows)
      self = .accelerations(cleaner)
      return .accelerations(kept)
    case (.locations(let rows), let before):
      var cleaner = StreamCleaner<LocationRow>(isClockTrue: isClockTrue)
      if case .locations(let known) = before { cleaner = known }
      let kept = cleaner.clean(rows)
      self = .locations(cleaner)
      return .locations(kept)
    case (.samples(let topic, let rows), let before):
      var cleaner = StreamCleaner<SampleRow>(isClockTrue: isClockTrue)
      if case .samples(_, let known) = before { cleaner = known }
      let kept = cleaner.clean(rows)
      self = .samples(topic: topic, cleaner)
      return .samples(topic: topic, kept)
    case (.messages(let topic, let rows), let before):
      var cleaner = StreamCleaner<MessageRow>(isClockTrue: isClockTrue)
      if case .messages(_, let known) = before { cleaner = known }
      let kept = cleaner.clean(rows)
      self = .messages(topic: topic, cleaner)
      return .messages(topic: topic, kept)
    }
  }

  /// The last rows, at the end of the stream; nil if there was no row at all.
  mutating func end() -> ImportTable.Rows? {
    switch self {
    case .idle: return nil
    case .accelerations(var cleaner):
      let kept = cleaner.end()
      self = .accelerations(cleaner)
      return .accelerations(kept)
    case .locations(var cleaner):
      let kept = cleaner.end()
      self = .locations(cleaner)
      return .locations(kept)
    case .samples(let topic, var cleaner):
      let kept = cleaner.end()
      self = .samples(topic: topic, cleaner)
      return .samples(topic: topic, kept)
    case .messages(let topic, var cleaner):
      let kept = cleaner.end()
      self = .messages(topic: topic, cleaner)
      return .messages(topic: topic, kept)
    }
  }

  /// Whether all rows so far are in the order of time.
  var isSorted: Bool {
    switch self {
    case .idle: true
    case .accelerations(let cleaner): cleaner.isSorted
    case .locations(let cleaner): cleaner.isSorted
    case .samples(_, let cleaner): cleaner.isSorted
    case .messages(_, let cleaner): cleaner.isSorted
    }
  }

  /// How many rows are left, and the time of the first.
  var left: (count: Int, first: Int64?) {
    switch self {
    case .idle: (0, nil)
    case .accelerations(let cleaner): (cleaner.count, cleaner.firstTimestamp)
    case .locations(let cleaner): (cleaner.count, cleaner.firstTimestamp)
    case .samples(_, let cleaner): (cleaner.count, cleaner.firstTimestamp)
    case .messages(_, let cleaner): (cleaner.count, cleaner.firstTimestamp)
    }
  }

  /// Tells what was left out and noticed.
  ///
  /// - Throws: ``ImportError/repairRefused(_:)`` in strict mode.
  func report(file: String, _ log: inout ImportLog) throws(ImportError) {
    switch self {
    case .idle: break
    case .accelerations(let cleaner):
      try cleaner.report(file: file, cachedExplanation: nil, &log)
    case .locations(let cleaner):
      try cleaner.report(file: file, cachedExplanation: nil, &log)
    case .samples(_, let cleaner):
      try cleaner.report(file: file, cachedExplanation: TableCleaner.cachedSamples, &log)
    case .messages(_, let cleaner):
      try cleaner.report(file: file, cachedExplanation: TableCleaner.cachedSamples, &log)
    }
  }
}
