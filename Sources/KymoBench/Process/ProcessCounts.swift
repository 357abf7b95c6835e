/// Counts by the system for the whole process while a load was offered.
///
/// Both threads are in it, the generator's and the dispatcher's, with the time that they spend waiting for the
/// next event: a paced run keeps them busy whatever the handlers do. The counts begin after everything is
/// prepared and end with the last handler. But for ``instructions`` the corresponding C function is `getrusage`.
public struct ProcessCounts: Sendable, Equatable {
  /// Processor time outside the kernel, in ns.
  public var userNanoseconds: Int64
  /// Processor time in the kernel, in ns.
  public var systemNanoseconds: Int64
  /// How often a thread gave its core up to wait.
  public var voluntarySwitches: Int64
  /// How often a core was taken from a thread that could have gone on.
  public var involuntarySwitches: Int64
  /// How many pages were mapped without reading from a disk.
  public var minorFaults: Int64
  /// How many pages were read from a disk.
  public var majorFaults: Int64
  /// The most memory that the process has had since it began, in bytes; not a difference.
  public var peakResidentBytes: Int64
  /// The instructions of the dispatching thread outside the kernel, by the processor's own counter.
  public var instructions: CountOrReason

  /// States what was counted.
  public init(
    userNanoseconds: Int64,
    systemNanoseconds: Int64,
    voluntarySwitches: Int64,
    involuntarySwitches: Int64,
    minorFaults: Int64,
    majorFaults: Int64,
    peakResidentBytes: Int64,
    instructions: CountOrReason
  ) {
    self.userNanoseconds = userNanoseconds
    self.systemNanoseconds = systemNanoseconds
    self.voluntarySwitches = voluntarySwitches
    self.involuntarySwitches = involuntarySwitches
    self.minorFaults = minorFaults
    self.majorFaults = majorFaults
    self.peakResidentBytes = peakResidentBytes
    self.instructions = instructions
  }

  /// Returns the growth of these counts since `start`; the peak stays what it is.
  func since(_ start: ProcessCounts) -> ProcessCounts {
    var counts = self
    counts.userNanoseconds -= start.userNanoseconds
    counts.systemNanoseconds -= start.systemNanoseconds
    counts.voluntarySwitches -= start.voluntarySwitches
    counts.involuntarySwitches -= start.involuntarySwitches
    counts.minorFaults -= start.minorFaults
    counts.majorFaults -= start.majorFaults
    return counts
  }
}
