/// What was seen of the system while a load was offered.
public struct SystemObservations {
  /// What the system counted for the process; nil if it does not tell, or time stood still.
  public let process: ProcessCounts?
  /// What a thread beside the run saw of the platform; nil if there was none.
  public let hiccups: HiccupReport?

  /// Takes over what was seen.
  package init(process: ProcessCounts? = nil, hiccups: HiccupReport? = nil) {
    self.process = process
    self.hiccups = hiccups
  }
}
