import KymoRecording

/// The channels of one file, which has been read already.
struct TrackReading: ImportReading {
  let description: SessionDescription
  private var streams: ArraySlice<SpooledStream>

  /// Gives `streams` in their order.
  init(_ streams: [SpooledStream], _ description: SessionDescription) {
    self.streams = streams[...]
    self.description = description
  }

  mutating func next(log: inout ImportLog) throws(ImportError) -> (any ImportStream)? {
    streams.popFirst()
  }
}
