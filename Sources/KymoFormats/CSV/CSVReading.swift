import KymoRecording

/// The chosen CSV files of one recording, being opened one after the other.
struct CSVReading: ImportReading {
  private var chosen: ChosenFiles
  private let facts: RecordingFacts
  private var step = Step.accelerations

  private enum Step {
    case accelerations, locations
    /// The channel to be read next, in the order of ``ChosenFiles/vectors``.
    case vectors(Int)
    /// The channel to be read next, in the order of ``ChosenFiles/samples``.
    case samples(Int)
  }

  /// Starts with the accelerations.
  init(_ chosen: ChosenFiles, _ facts: RecordingFacts) {
    self.chosen = chosen
    self.facts = facts
  }

  var description: SessionDescription { chosen.description(facts) }

  mutating func next(log: inout ImportLog) throws(ImportError) -> (any ImportStream)? {
    while true {
      switch step {
      case .accelerations:
        step = .locations
        guard let (file, table) = chosen.acceleration else { continue }
        let gravity = try gravity(file, table, &log)
        if gravity == nil { chosen.dropGravity() } else { chosen.addedGravity() }
        return try AccelerationStream(file, table, facts, gravity: gravity)
      case .locations:
        step = .vectors(0)
        guard let (file, table) = chosen.location else { continue }
        return try LocationStream(file, table)
      case .vectors(let index):
        guard index < chosen.vectors.count else {
          step = .samples(0)
          continue
        }
        step = .vectors(index + 1)
        let (file, table) = chosen.vectors[index]
        return try AccelerationStream(file, table, facts, gravity: nil)
      case .samples(let index):
        guard index < chosen.samples.count else { return nil }
        step = .samples(index + 1)
        return try SampleStream(chosen.samples[index].file, chosen.samples[index].table)
      }
    }
  }

  /// The file of gravity, which some phones record apart; nil if there is none, or if it is not row
  /// for row of the times of the accelerations.
  private func gravity(
    _ file: RecognisedFile,
    _ table: AccelerationTable,
    _ log: inout ImportLog
  ) throws(ImportError) -> (file: RecognisedFile, table: AccelerationTable)? {
    guard let gravity = chosen.gravity else { return nil }
    var pairs = try PairedReader((file, table), gravity)
    var count = 0
    var line: Int?
    // What is wrong with the accelerations is said when they are read for themselves.
    var silence = ImportLog(isStrict: false)
    while let (rows, others) = try pairs.next(&silence, &log) {
      line = line ?? others.first?.line
      count += others.count
      guard rows.count == others.count,
        zip(rows, others).allSatisfy({ $0.timestamp == $1.timestamp })
      else {
        log.note(
          .conversion,
          file: gravity.file.file.name,
          "Its times are not those of the accelerations, so they stay without gravity."
        )
        return nil
      }
    }
    guard count > 0 else { return nil }
    log.note(
      .conversion,
      file: gravity.file.file.name,
      line: line ?? 1,
      count: count,
      "Added to the accelerations, which come without gravity."
    )
    return gravity
  }
}
