public import KymoHistogram

/// One of several equal runs, each in a process of its own.
public struct Repetition {
  /// What it measured of one command.
  public struct Command {
    /// The name of the command.
    public var name: String
    /// The response times in ns.
    public var response: Histogram
    /// The service times in ns.
    public var service: Histogram

    /// Names the times.
    public init(name: String, response: Histogram, service: Histogram) {
      self.name = name
      self.response = response
      self.service = service
    }
  }

  /// Why its figures must not be compared; empty if they may.
  public var reasons: [String]
  /// The digest over all outcomes, as it is printed.
  public var digest: String
  /// The mean rate at which the measured events were due, in events/s.
  public var offeredRate: Double
  /// The mean rate at which they were done, in events/s.
  public var achievedRate: Double
  /// Each command, in the order of the ids.
  public var commands: [Command]

  /// Collects what a run measured.
  public init(
    reasons: [String],
    digest: String,
    offeredRate: Double,
    achievedRate: Double,
    commands: [Command]
  ) {
    self.reasons = reasons
    self.digest = digest
    self.offeredRate = offeredRate
    self.achievedRate = achievedRate
    self.commands = commands
  }

  /// Takes over a result.
  public init(_ result: LoadResult, digest: String) {
    self.init(
      reasons: result.reasons.map(\.description),
      digest: digest,
      offeredRate: result.offeredRate,
      achievedRate: result.achievedRate,
      commands: result.commands.map {
        Command(name: $0.name, response: $0.responseHistogram, service: $0.serviceHistogram)
      }
    )
  }

  /// Whether the figures may be compared.
  public var isValid: Bool { reasons.isEmpty }

  /// The response times of a command, summed up; nil if it has none.
  public func response(of name: String) -> LatencySummary? {
    commands.first { $0.name == name }.map { LatencySummary($0.response) }
  }
}
