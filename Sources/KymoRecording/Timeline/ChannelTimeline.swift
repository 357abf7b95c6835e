import KymoMCAP

/// One channel on a time line: how many messages each column has, its gaps, and the curves of its numbers.
public struct ChannelTimeline {
  /// Curves that share an axis.
  public struct Plot {
    /// The message that they are in, such as `angular_velocity`; empty for the message of the channel.
    public let name: String
    /// The definition's words on them, with the unit; empty if it has none.
    public let remark: String
    /// The curves, and what each is called.
    public fileprivate(set) var curves: [(name: String, envelope: NumberEnvelope)]
    /// The place of the first in the values of a message, and how many come of it.
    fileprivate let first: Int
    fileprivate let count: Int
    /// Whether the last is the magnitude of the three before it.
    fileprivate var hasMagnitude: Bool { curves.count > count }
  }

  /// A wait in which messages are missing, in ns.
  public struct Gap: Sendable, Equatable {
    /// The time of the message before it.
    public let start: UInt64
    /// The time of the message behind it.
    public let end: UInt64
  }

  /// The topic.
  public let topic: String
  /// How many messages each column has.
  public private(set) var counts: [UInt32]
  /// The curves; empty for a channel without numbers, and for results of a run.
  public private(set) var plots: [Plot] = []
  /// The places, if the numbers are some.
  public private(set) var track = TrackColumns()
  /// How many curves there are.
  var curveCount: Int { plots.reduce(0) { $0 + $1.curves.count } }

  private let columns: TimeColumns
  private var survey = GapSurvey()
  private var fields: NumberFields?
  private var json: JSONNumbers?
  private var values: [Double] = []
  private var place: (latitude: Int, longitude: Int, speed: Int?)?

  /// Prepares for a channel, whose messages have numbers of a definition, or are JSON.
  init(topic: String, columns: TimeColumns, fields: NumberFields?, json: JSONNumbers? = nil) {
    self.topic = topic
    self.columns = columns
    counts = Array(repeating: 0, count: columns.count)
    self.fields = fields
    self.json = json
    if let fields { take(fields.fields, heading: fields.heading) }
  }

  /// Whether the next message may say which numbers there are.
  var isUndecided: Bool { json?.isUndecided ?? false }

  /// Looks for numbers in a message of JSON.
  ///
  /// - Returns: whether it has some, so that there are curves now.
  mutating func decide(_ data: RawSpan) -> Bool {
    guard let json, json.decide(data) else { return false }
    take(json.fields, heading: "")
    return true
  }

  /// Draws no curves; returns how many there would be.
  mutating func dropCurves() -> Int {
    defer {
      plots = []
      (fields, json, place) = (nil, nil, nil)
    }
    return curveCount
  }

  private mutating func take(_ fields: [NumberFields.Field], heading: String) {
    values = Array(repeating: .nan, count: fields.count)
    let names = fields.map(\.name)
    if let latitude = names.firstIndex(of: "latitude"),
      let longitude = names.firstIndex(of: "longitude")
    {
      place = (latitude, longitude, names.firstIndex(of: "speed"))
    }
    addPlots(of: fields, heading)
  }

  private mutating func addPlots(of fields: [NumberFields.Field], _ heading: String) {
    var index = 0
    while index < fields.count {
      let first = fields[index]
      let end =
        fields[index...].firstIndex {
          $0.parent != first.parent || $0.remark != first.remark
        } ?? fields.count
      let names = fields[index..<end].map(\.name)
      defer { index = end }
      // The track shows them.
      if place != nil, names.contains("latitude") || names.contains("longitude") { continue }
      let own = first.remark.isEmpty ? heading : first.remark
      var curves = names.map { ($0, NumberEnvelope(columns: columns.count)) }
      if names == ["x", "y", "z"] {
        curves.append(("magnitude", NumberEnvelope(columns: columns.count)))
      }
      plots.append(
        Plot(name: first.parent, remark: own, curves: curves, first: index, count: names.count)
      )
    }
  }

  /// Adds a message.
  mutating func add(_ data: RawSpan, at time: UInt64) {
    let column = columns.index(of: time)
    counts[column] &+= 1
    survey.add(time)
    guard !values.isEmpty else { return }
    fields?.read(data, into: &values)
    json?.read(data, into: &values)
    for plot in plots.indices {
      let (first, count) = (plots[plot].first, plots[plot].count)
      for curve in 0..<count {
        plots[plot].curves[curve].envelope.add(values[first + curve], at: column)
      }
      guard plots[plot].hasMagnitude else { continue }
      let (x, y, z) = (values[first], values[first + 1], values[first + 2])
      plots[plot].curves[count].envelope.add((x * x + y * y + z * z).squareRoot(), at: column)
    }
    guard let place else { return }
    track.add(
      latitude: values[place.latitude],
      longitude: values[place.longitude],
      speed: place.speed.map { values[$0] } ?? .nan,
      at: column
    )
  }

  /// The longest gaps, the earliest first, and how many there are: waits of more than five times the median of a
  /// channel whose messages come regularly.
  public var gaps: (longest: [Gap], count: Int64) {
    let found = survey.gaps
    return (found.longest.map { Gap(start: $0.start, end: $0.end) }, found.count)
  }
}
