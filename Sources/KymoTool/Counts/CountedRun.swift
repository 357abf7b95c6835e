/// The process that a count is made of: `kymo bench` with a clock that stands still.
struct CountedRun {
  /// How many microseconds are planned for so many events: the rate is the highest that is a round number.
  static let rate = 1_000_000

  /// What it is called in reasons.
  let name: String
  /// The program.
  let executable: String
  /// What follows it.
  let arguments: [String]
  /// Whether it says in a report that it was valid, not just by its status.
  let hasReport: Bool

  /// A run that ends after `events` of a plan of `plan` events.
  ///
  /// Two such runs that differ in `events` alone read the same recording and make the same plan; their
  /// difference is what the events between them cost, and nothing else. Both end before the plan does, as the
  /// end of a plan is not without cost.
  ///
  /// - Precondition: `events` is less than `plan`.
  static func ending(
    after events: Int,
    of plan: Int,
    _ name: String,
    _ executable: String,
    _ recording: String,
    _ options: [String]
  ) -> CountedRun {
    precondition(events < plan, "a run ends before its plan")
    // Of one length, as that of the arguments shifts the stack.
    let digits = "\(plan)".count
    let text = String(repeating: "0", count: max(0, digits - "\(events)".count)) + "\(events)"
    return CountedRun(
      name: name,
      executable: executable,
      arguments: bench(plan) + ["--events=\(text)", "--no-report"] + options + ["--", recording],
      hasReport: false
    )
  }

  /// A run of a whole plan of `events`, for builds that cannot end one.
  static func whole(
    _ events: Int,
    _ name: String,
    _ executable: String,
    _ recording: String,
    _ options: [String]
  ) -> CountedRun {
    CountedRun(
      name: name,
      executable: executable,
      arguments: bench(events) + ["--format=json"] + options + ["--", recording],
      hasReport: true
    )
  }

  private static func bench(_ events: Int) -> [String] {
    [
      "bench", "--pace=still", "--quiet", "--rate=\(rate)",
      "--duration=\(events)us",
    ]
  }
}
