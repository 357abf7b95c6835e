package import KymoBench
package import KymoReport

/// The counts of one command, or of all of them.
package struct CommandCounts: Equatable {
  /// The command; nil for all of them together.
  package let name: String?
  /// How many of its events the recording has.
  package let recorded: Int
  /// Over how many events was counted: those of one pass through the recording, or of several.
  package let events: Int
  /// The figures over ``events``, without the start and the end of the process.
  private(set) var figures: [CountedFigure: CountOrReason] = [:]

  /// How many events are counted at least; a recording with fewer is repeated.
  package static let minimumEvents = 1000
  /// How many are counted at most.
  package static let maximumEvents = 20_000

  /// Starts with nothing counted.
  package init(_ name: String?, recorded: Int) {
    self.name = name
    self.recorded = recorded
    events = Self.events(ofRecorded: recorded)
  }

  /// Starts with nothing counted of a function that is called so often.
  package init(function name: String, calls: Int) {
    self.name = name
    (recorded, events) = (calls, calls)
  }

  /// Whole passes through the recording, so that every one of its events has its share.
  ///
  /// - Precondition: `recorded` is above 0.
  package static func events(ofRecorded recorded: Int) -> Int {
    precondition(recorded > 0, "a command without events cannot be counted")
    let passes = (minimumEvents + recorded - 1) / recorded
    return min(recorded * passes, maximumEvents)
  }

  /// Notes the difference of two runs.
  package mutating func set(_ figure: CountedFigure, from shorter: Int64, to longer: Int64) {
    figures[figure] =
      longer >= shorter
      ? .counted(longer - shorter)
      : .unavailable("the longer run counted \(longer), the shorter one \(shorter)")
  }

  /// Notes the differences of two profiles.
  mutating func set(from shorter: CallgrindProfile, to longer: CallgrindProfile) {
    set(.instructions, from: shorter.instructions, to: longer.instructions)
    set(.allocations, from: shorter.allocations, to: longer.allocations)
    set(.retains, from: shorter.retains, to: longer.retains)
    set(.releases, from: shorter.releases, to: longer.releases)
  }

  /// Notes why the figures of a tool cannot be had.
  package mutating func setUnavailable(_ tool: String, _ reason: String) {
    for figure in CountedFigure.allCases where figure.tool == tool {
      figures[figure] = .unavailable(reason)
    }
  }

  /// Notes why no figure can be had.
  package mutating func setUnavailable(_ reason: String) {
    for figure in CountedFigure.allCases { figures[figure] = .unavailable(reason) }
  }

  /// A figure over ``events``.
  package subscript(_ figure: CountedFigure) -> CountOrReason {
    figures[figure] ?? .unavailable("it was not counted")
  }

  /// The same for one event; nil if it could not be counted.
  package func perEvent(_ figure: CountedFigure) -> Double? {
    self[figure].count.map { Double($0) / Double(events) }
  }

  /// The figures per event, as exports need them.
  package var row: CountsSummary.Row {
    CountsSummary.Row(
      name: name ?? "all",
      events: events,
      perEvent: CountedFigure.allCases.map { ($0.quantity, perEvent($0)) }
    )
  }
}
