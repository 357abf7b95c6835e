import KymoProfile

/// The process that a count is made of: `kymo bench` with a clock that stands still.
package struct CountedRun {
  /// How many microseconds are planned for so many events: the rate is the highest that is a round number.
  package static let rate = 1_000_000

  /// The name in reasons.
  package let name: String
  /// The program.
  package let executable: String
  /// The arguments that follow it.
  package let arguments: [String]
  /// Whether it says in a report that it was valid, not just by its status.
  package let hasReport: Bool
  /// The names of the program's handlers that are closures, as it says itself.
  var handlers = HandlerNames()

  /// A run by a command line of one's own.
  package init(name: String, executable: String, arguments: [String], hasReport: Bool) {
    self.name = name
    self.executable = executable
    self.arguments = arguments
    self.hasReport = hasReport
  }

  /// A run that ends after `events` of a plan of `plan` events.
  ///
  /// Two such runs that differ in `events` alone read the same recording and make the same plan; their
  /// difference is what the events between them cost, and nothing else. Both end before the plan does, as the
  /// end of a plan is not without cost.
  ///
  /// - Precondition: `events` is less than `plan`.
  package static func ending(
    after events: Int,
    of plan: Int,
    _ name: String,
    _ executable: String,
    _ recording: String,
    _ options: [String]
  ) -> CountedRun {
    precondition(events < plan, "a run ends before its plan")
    return CountedRun(
      name: name,
      executable: executable,
      arguments: bench(plan) + ["--events=\(text(events, of: plan))", "--no-report"] + options + [
        "--", recording,
      ],
      hasReport: false
    )
  }

  /// A run that calls a function so often, and at most `most` times.
  static func calling(_ count: Int, of most: Int, _ executable: String, _ name: String)
    -> CountedRun
  {
    CountedRun(
      name: "time",
      executable: executable,
      arguments: ["time", "--quiet", "--iterations=\(text(count, of: most))", "--only=\(name)"],
      hasReport: false
    )
  }

  /// A number of one length, as that of the arguments shifts the stack.
  private static func text(_ count: Int, of most: Int) -> String {
    let zeros = max(0, "\(most)".count - "\(count)".count)
    return String(repeating: "0", count: zeros) + "\(count)"
  }

  /// A run of a whole plan of `events`, for builds that cannot end one.
  package static func whole(
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
