/// One way of measuring: what a fresh process is made to do, and what is read from its report.
public struct GateMethod: Sendable, Equatable {
  /// An open load.
  public struct Load: Sendable, Equatable {
    /// How many events fall due in a second.
    public var rate: Double
    /// For how long, in ns.
    public var nanoseconds: Int64

    /// States a load.
    public init(rate: Double, nanoseconds: Int64) {
      self.rate = rate
      self.nanoseconds = nanoseconds
    }
  }

  /// In one word.
  public let name: String
  /// The title of its table.
  public let title: String
  /// The quantities.
  public let quantities: [GateQuantity]
  /// Of how many fresh processes a measurement is the fastest, if there is time; at least 1.
  ///
  /// The work of a neighbour on the machine can only add to what an event costs. On a machine with
  /// other work single runs vary by 30 %, the fastest of five by 1 %.
  public let repeats: Int
  /// The load that is offered; nil for events back to back.
  public let load: Load?

  /// Whether figures hang on the schedule, so that a run that did not keep it is repeated.
  public var needsSchedule: Bool { load != nil }

  /// The cost of an event, back to back with others: its handlers, and the work around them.
  public static let cost = GateMethod(
    name: GatePart.cost.rawValue,
    title: "an event's handlers with dispatch, digest, ledger and clock; back to back",
    quantities: [.cost],
    repeats: 5,
    load: nil
  )

  /// Response and reply times under an open load.
  public static func load(_ load: Load) -> GateMethod {
    GateMethod(
      name: GatePart.load.rawValue,
      title: "from when each event was due",
      quantities: [.responseP50, .responseP99, .replyP50],
      repeats: 1,
      load: load
    )
  }
}
