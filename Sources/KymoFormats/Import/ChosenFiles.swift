import KymoRecording

/// The one file of accelerations and the one file of fixes that a session is made of.
struct ChosenFiles {
  /// The accelerations.
  private(set) var acceleration: (file: RecognisedFile, table: AccelerationTable)?
  /// Gravity alone, for accelerations that lack it.
  private(set) var gravity: (file: RecognisedFile, table: AccelerationTable)?
  /// The fixes.
  private(set) var location: (file: RecognisedFile, table: LocationTable)?

  /// Chooses the best file of each kind and notes which ones are not imported.
  ///
  /// - Throws: ``ImportError`` when two files are equally good or of formats that do not go
  ///   together.
  init(_ files: [RecognisedFile], log: inout ImportLog) throws(ImportError) {
    var passedOver: (accelerations: [RecognisedFile], locations: [RecognisedFile]) = ([], [])
    for file in files {
      switch file.role {
      case .acceleration(let table):
        guard let best = acceleration else {
          acceleration = (file, table)
          continue
        }
        if table.rank == best.table.rank {
          throw .ambiguous(files: [best.file.file.name, file.file.name])
        }
        let isBetter = table.rank < best.table.rank
        passedOver.accelerations.append(isBetter ? best.file : file)
        if isBetter { acceleration = (file, table) }
      case .location(let table):
        guard let best = location else {
          location = (file, table)
          continue
        }
        if table.rank == best.table.rank {
          throw .ambiguous(files: [best.file.file.name, file.file.name])
        }
        let isBetter = table.rank < best.table.rank
        passedOver.locations.append(isBetter ? best.file : file)
        if isBetter { location = (file, table) }
      case .gravity(let table):
        if let gravity { throw .ambiguous(files: [gravity.file.file.name, file.file.name]) }
        gravity = (file, table)
      case .unused, .unknownSensor:
        log.note(.fileNotImported, file: file.file.name, "It has no accelerations and no fixes.")
      case .facts: break
      }
    }
    if let acceleration {
      let reason = acceleration.table.hasGravity ? "it contains gravity and" : "it"
      for other in passedOver.accelerations {
        let text =
          "\(acceleration.file.file.baseName) is imported instead: \(reason) is the better source."
        log.note(.fileNotImported, file: other.file.name, text)
      }
    }
    if let location {
      for other in passedOver.locations {
        let text = "\(location.file.file.baseName) is imported instead: it is the phone's best fix."
        log.note(.fileNotImported, file: other.file.name, text)
      }
    }
    if let unneeded = gravity, acceleration?.table.hasGravity ?? true {
      gravity = nil
      let reason =
        acceleration == nil
        ? "It has gravity alone, no accelerations." : "The accelerations contain gravity already."
      log.note(.fileNotImported, file: unneeded.file.file.name, reason)
    }
    if let acceleration, let location, acceleration.file.format != location.file.format {
      throw .mixedFormats(files: [acceleration.file.file.name, location.file.file.name])
    }
  }

  /// Remembers that the file of gravity does not fit the accelerations.
  mutating func dropGravity() { gravity = nil }

  /// Remembers that gravity was added to the accelerations.
  mutating func addedGravity() { acceleration?.table.hasGravity = true }

  /// What a session of these files says about itself; no path of this machine is part of it.
  func description(_ facts: RecordingFacts) -> SessionDescription {
    let files = [acceleration?.file, gravity?.file, location?.file].compactMap { $0 }
    let isPhyphox = files.first?.format == .phyphox
    let isRelative = (acceleration?.table.times ?? location?.table.times)?.isRelative ?? true
    let name = isPhyphox ? PhyphoxCSV.name : SensorLoggerCSV.name
    return SessionDescription(
      origin: "\(name): \(files.map(\.file.baseName).joined(separator: ", "))",
      device: facts.device,
      gravity: acceleration.map { $0.table.hasGravity ? .included : .excluded } ?? .unknown,
      altitudeDatum: location == nil || isPhyphox ? .unknown : .ellipsoid,
      accuracyConfidence: location == nil || isPhyphox ? .unknown : .percent68,
      clock: isRelative ? .relative : .unix
    )
  }
}
