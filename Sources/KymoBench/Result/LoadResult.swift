/// The result of a load run: the offered load, the measurements, and whether they mean anything.
///
/// Each part has one subject: ``offered`` the load, ``measured`` the answers, ``validity`` whether the
/// figures may be compared, ``platform`` and ``system`` the machine.
public struct LoadResult {
  /// The load as planned, and as offered.
  public let offered: OfferedLoad
  /// The measurements.
  public let measured: MeasuredLoad
  /// Whether the figures may be compared with those of another run.
  public let validity: LoadValidity
  /// The machine's share.
  public let platform: LoadPlatform
  /// Observations of the system meanwhile.
  public let system: SystemObservations
  /// The runs that this is the sum of; nil if it is a run itself.
  public let repetitions: RepetitionSet?

  /// Puts a result together from its parts.
  package init(
    offered: OfferedLoad,
    measured: MeasuredLoad,
    validity: LoadValidity,
    platform: LoadPlatform,
    system: SystemObservations = SystemObservations(),
    repetitions: RepetitionSet? = nil
  ) {
    self.offered = offered
    self.measured = measured
    self.validity = validity
    self.platform = platform
    self.system = system
    self.repetitions = repetitions
  }

  /// The same with further reasons against it.
  package func adding(_ reasons: [InvalidReason]) -> LoadResult {
    LoadResult(
      offered: offered,
      measured: measured,
      validity: LoadValidity(reasons: self.reasons + reasons),
      platform: platform,
      system: system,
      repetitions: repetitions
    )
  }

  /// Whether the figures may be compared with those of another run.
  public var valid: Bool { validity.isValid }
  /// Why the figures must not be compared; empty if they may.
  public var reasons: [InvalidReason] { validity.reasons }
  /// Each command that was measured.
  public var commands: [CommandReport] { measured.commands }
  /// All commands together.
  public var overall: CommandReport { measured.overall }
}
