import KymoCore
import KymoMCAP
import KymoRecording

/// The inputs of a recording that its app hears, in the order of dispatch: all of them, or those of one kind.
final class EventTable: QueryTable {
  /// The events that a table has.
  enum Content {
    case all, accelerations, locations, requests

    /// Whether an event is one of them.
    @inline(__always)
    func has(_ kind: EventKind) -> Bool {
      switch self {
      case .all: true
      case .accelerations: kind == .acceleration
      case .locations: kind == .location
      case .requests: kind == .message
      }
    }
  }

  let source: QuerySource
  let content: Content
  let columns: [QueryColumn]

  init(_ source: QuerySource, _ content: Content) {
    self.source = source
    self.content = content
    let meaning = source.trace == nil ? "number among all inputs, from 0" : "number in the trace"
    columns =
      QueryColumn.times + [.step(meaning), QueryColumn("topic", .text, isKey: content == .all)]
      + Self.columns(content)
  }

  private static func columns(_ content: Content) -> [QueryColumn] {
    switch content {
    case .all:
      [
        QueryColumn("command", .text, isKey: true),
        QueryColumn("kind", .text, "acceleration, location, request, sample or data", isKey: true),
        QueryColumn("source", .integer, "number of the source", isKey: true),
        QueryColumn("sequence", .integer, "number within the source"),
      ]
    case .accelerations:
      [
        QueryColumn("x", .real, unit: "m/s²", "to the right"),
        QueryColumn("y", .real, unit: "m/s²", "up"),
        QueryColumn("z", .real, unit: "m/s²", "out of the screen"),
      ]
    case .locations:
      [
        QueryColumn("latitude", .real, unit: "°", "north"),
        QueryColumn("longitude", .real, unit: "°", "east"),
        QueryColumn("altitude", .real, unit: "m"),
        QueryColumn("horizontal_accuracy", .real, unit: "m"),
        QueryColumn("vertical_accuracy", .real, unit: "m"),
        QueryColumn("speed", .real, unit: "m/s"),
        QueryColumn("course", .real, unit: "°", "clockwise from north"),
        QueryColumn("fix_time_ns", .integer, unit: "ns", "when the fix was determined"),
      ]
    case .requests:
      [
        QueryColumn("command", .text),
        QueryColumn("source", .integer, "number of the source"),
        QueryColumn("number", .integer, "by which replies name it"),
        QueryColumn("transport", .text, "url, poll, http or command-line"),
        QueryColumn("text", .text, "exact text; a blob if it could not be read"),
      ]
    }
  }

  var name: String {
    switch content {
    case .all: "events"
    case .accelerations: "accelerations"
    case .locations: "locations"
    case .requests: "requests"
    }
  }

  var meaning: String {
    switch content {
    case .all: "inputs that the app hears, in the order of dispatch"
    case .accelerations: "samples of the accelerometer"
    case .locations: "fixes"
    case .requests: "calls of the page"
    }
  }

  /// The channels that the app hears and the recording has.
  private var channels: [InputChannel] {
    source.routing.channels.rows.filter(\.isListed).map(\.channel)
      .filter { !source.catalog.channels(topic: $0.topic).isEmpty }
  }

  var estimatedRows: Double {
    let counts = channels.filter { content.has($0.kind) }.map { source.count(of: $0.topic) }
    if counts.contains(nil) { return 1e6 }
    return Double(counts.reduce(0) { $0 + ($1 ?? 0) })
  }

  /// How often the recording may be read to give out its rows in groups, which is faster than sorting them.
  private static let maximumGroups = 4

  func canGroup(by column: Int) -> Bool {
    guard columns[column].isKey else { return false }
    var groups = channels.count
    let hasRequests = channels.contains { $0.kind == .message }
    // Requests have commands of their own.
    if columns[column].name == "command", hasRequests { groups += source.commandCount }
    return groups <= Self.maximumGroups
  }

  func makeCursor() -> any QueryCursor { EventCursor(self) }
}
