import KymoMCAP

/// Recordings that follow each other, read as one session: the files of a recorder that begins a new one now and then.
public struct SessionSeries {
  /// The recordings, in the order of their times; one at least.
  public let files: [SessionFile]

  /// Takes recordings.
  ///
  /// - Precondition: there is one.
  public init(_ files: [SessionFile]) {
    precondition(!files.isEmpty, "a series has a recording")
    self.files = files
  }

  /// A recording alone.
  public init(_ file: SessionFile) { self.init([file]) }

  /// The first one, which says what the session is about.
  public var first: SessionFile { files[0] }

  /// The inputs of all recordings, in the order of dispatch.
  ///
  /// - Throws: ``SessionPartError`` if one is cut off, was recorded under another setup than the first, or begins before
  ///   the one before it ends.
  public func events(_ routing: CommandRouting) throws(SessionPartError) -> SessionEvents {
    var part = 0
    do throws(SessionError) {
      var events = try first.events(routing)
      var setup = AppSetup(first)
      let channels = setup.openChannels
      setup.openChannels = []
      for file in files.dropFirst() {
        part += 1
        var own = AppSetup(file)
        // A part may lack channels that have no message there.
        if let other = own.openChannels.first(where: { !channels.contains($0) }) {
          throw .content(
            "it has a channel \(other.topic), which the first part lacks, or has otherwise"
          )
        }
        own.openChannels = []
        guard own == setup else {
          throw .content(
            "it was recorded with another seed, other rules for calls, or another choice than the first part"
          )
        }
        try events.append(file)
      }
      return events
    } catch { throw SessionPartError(part: part, error: error) }
  }

  /// When the first message was that is no result, in ns; nil if there is none.
  public var firstTime: Int64? {
    first.firstTime.map { Int64(clamping: $0) }
  }

  /// The time of a place, in ns; nil of one that is an input's number.
  public func time(of place: SessionPlace) -> Int64? { place.time(firstTime ?? 0) }
}
