import KymoBench
import KymoRecording
import KymoText

/// The head of the report, with the verdict and the figures that are asked for first; and the facts of the run.
struct ReportHead {
  /// How many reasons of an invalid run are listed.
  static let maximumReasons = 50

  let result: LoadResult
  let context: ExportContext

  /// The head of the page.
  var html: String {
    """
    <header>
    <p class="kind">\(HTMLText.plainName(context.tool)) \(context.command)</p>
    <h1>\(HTMLText.name(Self.end(of: context.recording)))</h1>
    \(verdict)\(tiles)</header>

    """
  }

  /// The section with the facts of the run, for the end of the page.
  var run: String { Self.section("The run", facts) }

  /// The verdict over a valid run of which limits are broken; nil if none are.
  static func beyondLimits(_ context: ExportContext) -> String? {
    guard let limits = context.limits, !limits.broken.isEmpty else { return nil }
    return "<div class=\"verdict invalid\" role=\"alert\">"
      + "<strong>Valid\(limits.brokenWords)</strong>\n"
      + "<p>The load was offered and served as planned, and is beyond its limits.</p>\n</div>\n"
  }

  private var verdict: String {
    if result.valid, let broken = Self.beyondLimits(context) { return broken }
    if result.valid {
      return "<p class=\"verdict valid\"><strong>Valid</strong> The load was offered and served as "
        + "planned.</p>\n"
    }
    var reasons = result.reasons.prefix(Self.maximumReasons)
      .map { HTMLText.element("li", "", HTMLText.escaped("\($0)")) }
    let more = result.reasons.count - reasons.count
    if more > 0 { reasons.append("<li>and \(more) more</li>") }
    return "<div class=\"verdict invalid\" role=\"alert\"><strong>INVALID</strong>\n"
      + "<p>Do not compare these figures:</p>\n<ul>\(reasons.joined())</ul>\n</div>\n"
  }

  private var tiles: String {
    // Without a schedule there are no response times.
    let kind: LatencyKind = result.overall.response.count > 0 ? .response : .service
    let summary = kind.summary(result.overall)
    let times = [
      ("p50", summary.p50), ("p99", summary.p99), ("p99.9", summary.p999),
      ("max", summary.count > 0 ? summary.max : nil),
    ]
    var values = times.map { ("\(kind.rawValue) \($0.0)", QuantityLabel.time($0.1)) }
    let share = result.offered.rate > 0 ? result.measured.rate / result.offered.rate : 0
    values.append(("achieved rate", "\(NumberText.fixed(share * 100, decimals: 1)) %"))
    let tiles = values.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" }
    return
      "<dl class=\"tiles\" aria-label=\"Times of all commands, and the rate achieved\">"
      + tiles.joined() + "</dl>\n"
  }

  /// Each fact: what it is, and its value as HTML.
  private var facts: [(String, String)] {
    var facts = Self.subject(context)
    if let machine = context.machine {
      facts.append(("machine", HTMLText.name("\(machine)")))
    }
    facts.append(("arrivals", HTMLText.escaped("\(result.offered.arrivals)")))
    facts.append(("offered", QuantityLabel.rate(result.offered.rate)))
    facts.append(("achieved", QuantityLabel.rate(result.measured.rate)))
    facts.append(
      (
        "measured",
        "\(QuantityLabel.count(result.overall.count)) events in "
          + "\(NumberText.fixed(result.measuredSeconds, decimals: 3)) s"
      )
    )
    if let set = result.repetitions {
      let count =
        set.all.count == set.wanted ? "\(set.wanted)" : "\(set.all.count) of \(set.wanted)"
      facts.append(("repetitions", "\(count), each in a process of its own"))
    }
    if let deadline = result.measured.deadlineNanoseconds {
      let missed = result.overall.missedDeadlines ?? 0
      let share = 100 * Double(missed) / Double(max(1, result.overall.count))
      facts.append(
        (
          "deadline",
          "\(QuantityLabel.time(deadline)), missed by \(QuantityLabel.count(missed)) events, "
            + "\(NumberText.significant(share)) %"
        )
      )
    }
    facts.append(
      ("warm-up", "\(NumberText.grouped(result.measured.warmUpCount)) events, not counted")
    )
    facts.append(
      (
        "schedule slip",
        result.offered.slip.count == 0
          ? "no schedule"
          : "p50 \(QuantityLabel.time(result.offered.slip.p50)), p99 \(QuantityLabel.time(result.offered.slip.p99)), "
            + "max \(QuantityLabel.time(result.offered.slip.max))"
      )
    )
    facts.append(
      ("drops", list(result.offered.drops.map { ($0.place.rawValue, $0.count) }, none: "none"))
    )
    if !context.losses.isEmpty {
      let losses = list(context.losses.map { ($0.place, Int(clamping: $0.count)) }, none: "")
      facts.append(("not in the recording", losses))
    }
    if !context.counters.isEmpty {
      let counters = list(context.counters.map { ($0.name, Int(clamping: $0.count)) }, none: "")
      facts.append(("device", counters))
    }
    facts.append(("digest", "<code>\(HTMLText.escaped(context.digest))</code>"))
    facts.append(("threads", threads))
    facts.append(
      (
        "timer floor",
        "\(NumberText.fixed(result.platform.timerFloorNanoseconds, decimals: 1)) ns for a look at "
          + "the clock, which every time contains"
      )
    )
    if let cost = result.platform.measuringNanoseconds {
      let share =
        result.measured.sampleInterval > 1
        ? ", of which 1 in \(result.measured.sampleInterval) is timed" : ""
      facts.append(
        (
          "measuring",
          "\(NumberText.fixed(cost, decimals: 1)) ns of the dispatcher per event\(share)"
        )
      )
    }
    return facts + Self.origin(context)
  }

  private var threads: String {
    let platform = result.platform
    let pinned =
      switch (platform.generatorIsPinned, platform.dispatcherIsPinned) {
      case (true, true): "both pinned"
      case (true, false): "only the generator pinned"
      case (false, true): "only the dispatcher pinned"
      case (false, false): "not pinned"
      }
    guard let count = platform.availableCoreCount else { return pinned }
    if case .pinned(let generator, let dispatcher) = platform.cores {
      return "\(pinned), to cores \(generator) and \(dispatcher) of \(count)"
    }
    return "\(pinned), \(count) cores"
  }

  private func list(_ counts: [(String, Int)], none: String) -> String {
    counts.isEmpty
      ? none
      : counts.map { "\(HTMLText.name($0.0)) \(NumberText.grouped($0.1))" }.joined(separator: ", ")
  }

  /// The facts that tell what was measured.
  static func subject(_ context: ExportContext) -> [(String, String)] {
    [
      ("recording", HTMLText.name(context.recording)),
      ("app", HTMLText.name(context.app) + (context.mode.map { ", \($0) mode" } ?? "")),
    ]
  }

  /// The facts that tell when it was measured, of which commit, and by what.
  static func origin(_ context: ExportContext) -> [(String, String)] {
    var facts: [(String, String)] = []
    if let start = context.startNanoseconds {
      let time = CalendarTime(nanosecondsSinceEpoch: start).iso
      facts.append(("begun", "<time datetime=\"\(time)\">\(time)</time>"))
    }
    if let commit = context.commit {
      facts.append(("commit", "<code>\(HTMLText.name(commit))</code>"))
    }
    facts.append(("program", HTMLText.name(context.program)))
    return facts + (context.environment?.facts ?? [])
  }

  /// A section of facts, each with its name and its value as HTML.
  static func section(_ title: String, _ facts: [(String, String)]) -> String {
    """
    <section>
    <h2>\(title)</h2>
    <dl class="facts">
    \(facts.map(fact).joined())</dl>
    </section>

    """
  }

  /// A fact: what it is, and its value as HTML.
  static func fact(_ name: String, _ value: String) -> String {
    "<div><dt>\(name)</dt><dd>\(value)</dd></div>\n"
  }

  /// The end of a path: the file and its folder, as many recordings are called alike.
  static func end(of path: String) -> String {
    path.split(separator: "/").suffix(2).joined(separator: "/")
  }
}
