/// Observations of the system while a load was offered.
public struct SystemObservations {
  /// Counts by the system for the process; nil if it does not tell, or time stood still.
  public let process: ProcessCounts?
  /// Observations of the platform by a thread beside the run; nil if there was none.
  public let hiccups: HiccupReport?

  /// Takes over what was seen.
  package init(process: ProcessCounts? = nil, hiccups: HiccupReport? = nil) {
    self.process = process
    self.hiccups = hiccups
  }
}
