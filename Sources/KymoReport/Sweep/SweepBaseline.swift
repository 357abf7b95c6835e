public import KymoBench
import KymoBridge
import KymoText

/// A former sweep that a new one is compared with, as `kymo sweep` wrote it as JSON.
public struct SweepBaseline: Sendable, Equatable {
  /// A run of it.
  struct Point: Sendable, Equatable {
    /// The mean rate at which events were due, in events/s.
    var offered: Double
    /// The rate that was asked for; of one that was tried again, the last run counted.
    var rate: Double
    /// The response times in ns of each command, and of all together under nil.
    var responses: [String?: [ObjectivePercentile: Int64]]
  }

  /// Where it is from, as the user named it.
  public var name: String
  /// The subject of the measurement.
  public var subject: BenchSubject
  /// The objectives that a rate had to keep.
  public var objectives: [LatencyObjective]
  /// Where the intended starts came from.
  public var arrivals: String
  /// How long each run was to last, in ns.
  public var durationNanoseconds: Int64
  /// The highest rate that was kept, in events/s; nil if none was found.
  public var rate: Double?
  /// Whether it is known which rate is not kept any more.
  public var isBounded: Bool
  /// The runs in the order in which they were made.
  var points: [Point]

  /// Reads what `kymo sweep --export json` wrote.
  ///
  /// - Parameters:
  ///   - json: the text; at most ``BenchBaseline/maximumBytes``.
  ///   - name: where it is from, as the user named it.
  /// - Throws: what is wrong with it.
  public init(json: String, name: String) throws(BaselineError) {
    let reader = try ReportReader(json: json)
    let root = reader.root
    guard reader.schema == LoadSweep.schema else { throw .sweep(reader.schema) }
    self.name = name
    subject = try BenchSubject(reader, root)
    arrivals = try reader.text("arrivals", of: root)
    durationNanoseconds = Int64(try reader.number("durationNanoseconds", of: root))
    var objectives: [LatencyObjective] = []
    for value in try reader.list("objectives", of: root) {
      guard let percentile = ObjectivePercentile(rawValue: try reader.text("percentile", of: value))
      else { throw .member("percentile") }
      objectives.append(
        LatencyObjective(
          percentile,
          atMost: Int64(try reader.number("limitNanoseconds", of: value)),
          of: reader.textIfThere("command", of: value)
        )
      )
    }
    self.objectives = objectives
    guard let knee = reader.document.member("knee", of: root) else { throw .member("knee") }
    rate = try reader.numberIfThere("rate", of: knee)
    isBounded = try reader.text("kind", of: knee) == "between"
    points = []
    for step in try reader.list("steps", of: root) { points.append(try Self.point(reader, step)) }
  }

  private static func point(
    _ reader: borrowing ReportReader,
    _ step: JSONValue
  ) throws(BaselineError) -> Point {
    var responses: [String?: [ObjectivePercentile: Int64]] = [:]
    responses[String?.none] = try times(reader, step)
    for command in try reader.list("commands", of: step) {
      responses[try reader.text("name", of: command)] = try times(reader, command)
    }
    return Point(
      offered: try reader.number("offeredRate", of: step),
      rate: try reader.number("rate", of: step),
      responses: responses
    )
  }

  private static func times(
    _ reader: borrowing ReportReader,
    _ value: JSONValue
  ) throws(BaselineError) -> [ObjectivePercentile: Int64] {
    guard let member = reader.document.member("responseNanoseconds", of: value) else {
      throw .member("responseNanoseconds")
    }
    var times: [ObjectivePercentile: Int64] = [:]
    for percentile in ObjectivePercentile.allCases {
      let name = percentile.rawValue.filter { $0 != "." }
      times[percentile] = try reader.numberIfThere(name, of: member).map { Int64($0) }
    }
    return times
  }

  /// Why a sweep is none to compare with it, in words; nil if it is.
  public func difference(
    from subject: BenchSubject,
    _ objectives: [LatencyObjective]
  ) -> String? {
    if let difference = subject.difference(from: self.subject) { return difference }
    guard objectives != self.objectives else { return nil }
    func text(_ objectives: [LatencyObjective]) -> String {
      objectives.map(\.description).joined(separator: ", ")
    }
    return "its objective is \(text(self.objectives)), not \(text(objectives))"
  }

  /// The curve of a percentile: offered rates and times, of a rate that was tried again the last run alone.
  func curve(_ percentile: ObjectivePercentile, of command: String?) -> [(Double, Int64)] {
    points.enumerated().compactMap { index, point -> (Double, Int64)? in
      guard !points[(index + 1)...].contains(where: { $0.rate == point.rate }), point.offered > 0,
        let time = point.responses[command]?[percentile]
      else { return nil }
      return (point.offered, time)
    }
    .sorted { $0.0 < $1.0 }
  }
}

extension LoadSweep {
  /// How the knee stands to that of a former sweep, in a sentence without an end.
  ///
  /// Two sweeps of one build find knees that differ by the resolution, and by what the machine did meanwhile.
  ///
  /// - Parameters:
  ///   - baseline: the former sweep.
  ///   - rate: writes a rate in events/s.
  /// - Returns: what is known.
  public func comparison(
    with baseline: SweepBaseline,
    _ rate: (Double) -> String
  ) -> String {
    guard let former = baseline.rate else { return "no rate was found in \(baseline.name)" }
    let there = (baseline.isBounded ? "" : "at least ") + "\(rate(former)) in \(baseline.name)"
    guard let now = knee.rate, former > 0 else { return there }
    let isBounded = if case .between(_, let failed) = knee { !isUnoffered(failed) } else { false }
    guard isBounded, baseline.isBounded else { return there + ", so how they differ is not known" }
    let change = now / former - 1
    let percent = NumberText.fixed(100 * change, decimals: 1)
    let share = NumberText.shortest((search.resolution * 1e4).rounded() / 100)
    return there + ", now \(change > 0 ? "+" : "")\(percent) %, "
      + (abs(change) <= search.resolution ? "within" : "beyond") + " the resolution of \(share) %"
  }

  /// The member `baseline` of the JSON of a sweep.
  func json(_ baseline: SweepBaseline) -> JSONText {
    [
      "name": JSONText(baseline.name),
      "rate": JSONText(baseline.rate),
      "comparison": JSONText(comparison(with: baseline) { NumberText.shortest($0) }),
    ]
  }
}
