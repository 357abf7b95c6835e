import KymoBench
import KymoReport

/// One way of measuring: the command line of each child, and what is read from its report.
struct GateMeasurement {
  /// In one word.
  let name: String
  /// What it measures, for the heading of its table.
  let title: String
  /// The quantities.
  let quantities: [GateQuantity]
  /// The arguments of `kymo bench` beside the recording.
  let arguments: [String]
  /// Of how many fresh processes a measurement is the fastest, if there is time.
  ///
  /// What a neighbour on the machine does can only add to the cost of a handler. On a machine with other work
  /// single runs vary by 30 %, the fastest of five by 1 %.
  let repeats: Int
  /// Whether a run that bench calls invalid is repeated: its figures hang on the schedule.
  let needsSchedule: Bool

  /// The handlers' own time: events back to back.
  static func cost(app: String?) -> GateMeasurement {
    GateMeasurement(
      name: "cost",
      title: "the handlers' own time, events back to back",
      quantities: [.cost],
      // 250,000 events: half of them are measured, in some tens of milliseconds.
      arguments: ["--pace", "none", "--rate", "1000000", "--duration", "0.25"] + Self.app(app),
      repeats: 5,
      needsSchedule: false
    )
  }

  /// Response and reply times under an open load.
  static func load(rate: Double, nanoseconds: Int64, app: String?) -> GateMeasurement {
    GateMeasurement(
      name: "load",
      title: "from when each event was due",
      quantities: [.responseP50, .responseP99, .replyP50],
      arguments: ["--rate", "\(rate)", "--duration", "\(nanoseconds)ns"] + Self.app(app),
      repeats: 1,
      needsSchedule: true
    )
  }

  private static func app(_ name: String?) -> [String] { name.map { ["--app", $0] } ?? [] }
}
