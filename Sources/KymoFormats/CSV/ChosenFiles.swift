import KymoRecording

/// The files that a session is made of: one of accelerations, one of fixes, one per other channel.
struct ChosenFiles {
  /// The accelerations.
  private(set) var acceleration: (file: RecognisedFile, table: AccelerationTable)?
  /// Gravity alone, for accelerations that lack it.
  private(set) var gravity: (file: RecognisedFile, table: AccelerationTable)?
  /// The fixes.
  private(set) var location: (file: RecognisedFile, table: LocationTable)?
  /// What goes to other channels, in the order of their topics.
  private(set) var samples: [(file: RecognisedFile, table: SampleTable)] = []

  /// Chooses the best file of each kind and notes which ones are not imported.
  ///
  /// - Throws: ``ImportError`` when two files are equally good or of apps whose times do not go
  ///   together.
  init(
    _ files: [RecognisedFile],
    topics: Set<String>,
    log: inout ImportLog
  ) throws(ImportError) {
    var accelerations = BestFile<AccelerationTable>()
    var locations = BestFile<LocationTable>()
    var channels: [String: BestFile<SampleTable>] = [:]
    for file in files {
      switch file.role {
      case .acceleration(let table): try accelerations.offer(file, table)
      case .location(let table): try locations.offer(file, table)
      case .samples(let table) where topics.contains(table.topic):
        try channels[table.topic, default: BestFile()].offer(file, table)
      case .gravity(let table):
        if let gravity { throw .ambiguous(files: [gravity.file.file.name, file.file.name]) }
        gravity = (file, table)
      case .samples, .unused, .unknownSensor:
        log.note(.fileNotImported, file: file.file.name, "It has no accelerations and no fixes.")
      case .facts: break
      }
    }
    acceleration = accelerations.best
    location = locations.best
    accelerations.notePassedOver(&log) {
      "\($0.hasGravity ? "it contains gravity and" : "it") is the better source"
    }
    locations.notePassedOver(&log) { _ in "it is the phone's best fix" }
    for topic in channels.keys.sorted() {
      guard let channel = channels[topic], let best = channel.best else { continue }
      channel.notePassedOver(&log) { _ in "it is the better source" }
      samples.append(best)
    }
    if let unneeded = gravity, acceleration?.table.hasGravity ?? true {
      gravity = nil
      let reason =
        acceleration == nil
        ? "It has gravity alone, no accelerations." : "The accelerations contain gravity already."
      log.note(.fileNotImported, file: unneeded.file.file.name, reason)
    }
    try checkDialects()
  }

  private func checkDialects() throws(ImportError) {
    let files = [acceleration?.file, location?.file].compactMap { $0 } + samples.map(\.file)
    guard let first = files.first,
      let other = files.first(where: { $0.dialect.name != first.dialect.name })
    else { return }
    throw .mixedFormats(files: [first.file.name, other.file.name])
  }

  /// Remembers that the file of gravity does not fit the accelerations.
  mutating func dropGravity() { gravity = nil }

  /// Remembers that gravity was added to the accelerations.
  mutating func addedGravity() { acceleration?.table.hasGravity = true }

  /// What a session of these files says about itself; no path of this machine is part of it.
  func description(_ facts: RecordingFacts) -> SessionDescription {
    let files =
      [acceleration?.file, gravity?.file, location?.file].compactMap { $0 } + samples.map(\.file)
    let times = acceleration?.table.times ?? location?.table.times ?? samples.first?.table.times
    return SessionDescription(
      origin: "\(files.first?.dialect.name ?? ""): "
        + files.map(\.file.baseName).joined(separator: ", "),
      device: facts.device,
      gravity: acceleration.map { $0.table.hasGravity ? .included : .excluded } ?? .unknown,
      altitudeDatum: location?.file.dialect.altitudeDatum ?? .unknown,
      accuracyConfidence: location?.file.dialect.accuracyConfidence ?? .unknown,
      clock: times?.isRelative ?? true ? .relative : .unix
    )
  }
}
