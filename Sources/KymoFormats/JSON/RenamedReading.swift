import KymoRecording

/// The reading of the tables of a file, with the origin that is that of the file.
struct RenamedReading: ImportReading {
  /// What gives the streams.
  var reading: any ImportReading
  /// The origin of the session.
  var origin: String

  var description: SessionDescription {
    var description = reading.description
    description.origin = origin
    return description
  }

  mutating func next(log: inout ImportLog) throws(ImportError) -> (any ImportStream)? {
    try reading.next(log: &log)
  }
}
