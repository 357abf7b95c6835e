public import KymoBench

/// A comparison of two builds on this machine, now: whether HEAD is slower than BASE.
///
///     let report = try Gate(base: "main", head: "HEAD", recording: "walk.mcap").run()
///     print(report.verdict, report.decision.sentence)
///
/// It is what `kymo gate` does: both replay the recording, what can be counted is counted, and what has to be measured
/// is measured in turns, each time by a fresh process.
public struct Gate: Sendable {
  /// BASE: an executable, or a git revision of the repository around the working directory.
  public var base: String
  /// HEAD, of the same kind or not.
  public var head: String
  /// The recording that gives the events: the path of an MCAP file.
  public var recording: String
  /// The app of both builds; nil for the one that made the recording.
  public var app: String?
  /// The page that takes part in every event: the path of an HTML file; nil for none.
  ///
  /// That of a revision is the one of its commit. A page bears a lower rate than the default one, such as 2,000 events/s.
  public var page: String?
  /// The surroundings of the page, as options of the command line.
  package var pageOptions: [String] = []
  /// How a revision becomes an executable.
  public var recipe = BuildRecipe.product(nil)
  /// Whether builds of revisions are kept by commit, and those that were kept are used.
  public var keepsBuilds = true
  /// How long it may take once both builds are there, in ns, above 0.
  public var budgetNanoseconds: Int64 = 600_000_000_000
  /// The parts that are compared, and how; the capabilities of the builds are found out.
  public var configuration = GateConfiguration()
  /// The file that the flame graph of what changed is meant for, if HEAD has REGRESSED; nil for no profile.
  ///
  /// It is not written: see ``GateProfile/graph(tool:commandLine:)``.
  public var graph: String?

  /// A gate with the defaults of the command line.
  public init(base: String, head: String, recording: String) {
    self.base = base
    self.head = head
    self.recording = recording
  }

  /// Goes through it to its end, without a word.
  ///
  /// - Parameter shouldStop: asked ten times a second; what there is when it says so is a partial result.
  /// - Returns: what it came to; its verdict is found, whatever it is.
  /// - Throws: that a build or the recording cannot be had, or is none.
  public func run(
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws(TrialError) -> GateReport {
    var observer = SilentObserver()
    return try run(telling: &observer, shouldStop: shouldStop)
  }

  /// Goes through it to its end.
  ///
  /// - Parameters:
  ///   - observer: who is told how it goes on.
  ///   - shouldStop: asked ten times a second; what there is when it says so is a partial result.
  /// - Returns: what it came to; its verdict is found, whatever it is.
  /// - Throws: that a build or the recording cannot be had, or is none.
  public func run(
    telling observer: inout some TrialObserver & ~Copyable,
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws(TrialError) -> GateReport {
    let start = MonotonicTime.nanoseconds()
    guard UnsafeFileIdentity(path: recording) != nil else {
      throw TrialError(about: recording, "no such file", remedy: "check the path")
    }
    let folder = try UnsafeTemporaryFolder()
    defer { folder.remove() }
    // How long a compiler takes says nothing of how long there is to measure.
    let builds = try builds(folder, TrialLimits(shouldStop: shouldStop), &observer)
    let limits = TrialLimits(nanoseconds: budgetNanoseconds, shouldStop: shouldStop)
    // A verdict that took all the time would leave none to say where it comes from.
    let reserve =
      graph == nil ? 0 : min(GateProfiler.usualNanoseconds, budgetNanoseconds / 4)
    let measuring = limits.within(max(0, limits.remaining - reserve))
    var children = GateChildren(
      base: builds.base,
      head: builds.head,
      recording: recording,
      app: app,
      folder: folder,
      pageOptions: pageOptions
    )
    var asked = configuration
    asked.base = builds.base.capabilities
    asked.head = builds.head.capabilities
    var gate = GateProtocol(asked)
    try children.run(&gate, measuring, &observer)
    var report = GateReport(
      base: builds.base,
      head: builds.head,
      recording: recording,
      app: app ?? gate.measurements.app,
      page: page,
      configuration: gate.configuration,
      measurements: gate.measurements,
      seconds: Double(MonotonicTime.nanoseconds() - start) / 1e9
    )
    if let graph {
      let profiler = GateProfiler(
        base: builds.base,
        head: builds.head,
        recording: recording,
        app: app,
        path: graph,
        folder: folder,
        pageOptions: pageOptions
      )
      report.profile = profiler.profile(report, limits, &observer)
    }
    return report
  }

  /// BASE and HEAD, built if need be, and known to be two of a kind.
  private func builds(
    _ folder: UnsafeTemporaryFolder,
    _ limits: TrialLimits,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> (base: GateBuild, head: GateBuild) {
    var revisions = GateRevisions(
      folder: folder.path,
      recipe: recipe,
      keeps: keepsBuilds,
      page: page.map { GatePage(path: $0) }
    )
    var builds: [GateBuild] = []
    for (word, side) in [(base, GateSide.base), (head, .head)] {
      var build = try revisions.resolve(word, as: side, limits, &observer)
      try build.identify(limits)
      builds.append(build)
    }
    if builds.allSatisfy({ $0.commit == nil }), let option = recipe.option {
      throw .request(
        "--\(option) is for revisions; BASE and HEAD are files, of which nothing is built"
      )
    }
    if page != nil {
      for build in builds where !build.capabilities.contains(.page) {
        throw TrialError(
          about: build.word,
          "\(build.side.rawValue) is a build that cannot measure a page (it has no bench --page)"
        )
      }
    }
    try GateBuild.check(builds, app: app)
    return (builds[0], builds[1])
  }
}
