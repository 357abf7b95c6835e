extension Phone {
  /// Counts so far, by names that do not change, in the order of the names.
  ///
  /// - Complexity: O(1), but it allocates: for the end of a run.
  public var counters: [(name: String, count: UInt64)] {
    [
      ("accelerometer.suppressed", accelerometer.suppressed),
      ("audio.cut", recorder.cut),
      ("audio.recorded", recorder.recorded),
      ("audio.started", player.started),
      ("audio.unfinished", recorder.recordingName == nil ? 0 : 1),
      ("location.accepted", location.accepted),
      ("location.coalesced", location.coalesced),
      ("location.late", location.late),
      ("location.notSettled", location.notSettled),
      ("location.requests", location.requests),
      ("location.stale", location.stale),
      ("location.timedOut", location.timedOut),
      ("log.lines", log.totalCount),
      ("picker.answered", picker.answered),
      ("picker.shown", picker.shown),
      ("sounds.played", sounds.played),
      ("sounds.tooLong", sounds.tooLong),
      ("sounds.vibrations", sounds.vibrations),
      ("sounds.vibrationsIgnored", sounds.vibrationsIgnored),
    ]
  }
}
