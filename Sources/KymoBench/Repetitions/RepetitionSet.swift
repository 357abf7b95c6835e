public import KymoHistogram

/// Several equal runs together: what they agree on, and how far they do not.
///
/// A process has its own layout of memory and its own luck, which no number of events within one run
/// shows. Percentiles are never averaged: those of all are taken from the merged histograms, and
/// those of each run are observations with a spread.
public struct RepetitionSet {
  /// What all repetitions measured of one command.
  public struct Command {
    /// The name of the command.
    public var name: String
    /// The response times of all repetitions.
    public var response: LatencySummary
    /// The service times of all repetitions.
    public var service: LatencySummary
    /// The p50 of the response times of each repetition; nil if one has too few events for it.
    public var p50: RepetitionSpread?
    /// The p99 of the response times of each repetition; nil if one has too few events for it.
    public var p99: RepetitionSpread?
    /// The response times in ns of all repetitions, for exports.
    public var responseHistogram: Histogram
    /// The service times in ns of all repetitions, for exports.
    public var serviceHistogram: Histogram
  }

  /// The runs, in the order in which they were made.
  public let repetitions: [Repetition]
  /// Each command that occurs in any of them, in the order of the first that has it.
  public let commands: [Command]
  /// Why the figures must not be compared; empty if they may.
  public let reasons: [String]

  /// Merges runs.
  ///
  /// - Complexity: O(runs · commands · buckets of a histogram).
  public init(_ repetitions: [Repetition]) {
    self.repetitions = repetitions
    var names: [String] = []
    for repetition in repetitions {
      for command in repetition.commands where !names.contains(command.name) {
        names.append(command.name)
      }
    }
    commands = names.map { Self.merged($0, repetitions) }
    var reasons: [String] = []
    for (index, repetition) in repetitions.enumerated() {
      reasons += repetition.reasons.map { "repetition \(index + 1): \($0)" }
      if repetition.digest != repetitions[0].digest {
        reasons.append("repetition \(index + 1): its digest differs from that of the first")
      }
    }
    if repetitions.isEmpty { reasons.append("no repetition came to its end") }
    self.reasons = reasons
  }

  private static func merged(_ name: String, _ repetitions: [Repetition]) -> Command {
    let response = LoadRun.makeHistogram()
    let service = LoadRun.makeHistogram()
    for repetition in repetitions {
      for command in repetition.commands where command.name == name {
        response.add(command.response)
        service.add(command.service)
      }
    }
    let each = repetitions.map { $0.response(of: name) }
    return Command(
      name: name,
      response: LatencySummary(response),
      service: LatencySummary(service),
      p50: RepetitionSpread(each.map { $0?.p50 }),
      p99: RepetitionSpread(each.map { $0?.p99 }),
      responseHistogram: response,
      serviceHistogram: service
    )
  }
}
