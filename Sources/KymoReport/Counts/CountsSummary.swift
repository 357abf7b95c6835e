public import KymoBench

/// The counts of the commands of a recording, as exports need them.
public struct CountsSummary: Sendable {
  /// The counts of a command, or of all together.
  public struct Row: Sendable, Equatable {
    /// The name of the command, or `all`.
    public var name: String
    /// Over how many events was counted.
    public var events: Int
    /// The figures per event; nil for one that cannot be had.
    public var perEvent: [(quantity: CountedQuantity, value: Double?)]

    /// Collects figures.
    public init(
      name: String,
      events: Int,
      perEvent: [(quantity: CountedQuantity, value: Double?)]
    ) {
      self.name = name
      self.events = events
      self.perEvent = perEvent
    }

    /// Whether both say the same.
    public static func == (left: Row, right: Row) -> Bool {
      left.name == right.name && left.events == right.events
        && left.perEvent.elementsEqual(right.perEvent) { $0 == $1 }
    }

    /// The figures that there are.
    public var counted: [(quantity: CountedQuantity, perEvent: Double)] {
      perEvent.compactMap { quantity, value in value.map { (quantity, $0) } }
    }
  }

  /// Of what, and by what; with the limits.
  public var context: ExportContext
  /// Each command, and all of them together at the end if there are several.
  public var rows: [Row]
  /// Why the figures must not be compared; nil if they may.
  public var invalidReason: String?
  /// The version of valgrind; nil if nothing was counted.
  public var valgrind: String?
  /// Former counts, which these are compared with; nil if there are none.
  public var baseline: CountsBaseline?
  /// How they came about: what each fact is, and its text.
  public var facts: [(name: String, text: String)] = []
  /// The remarks on the rows, such as why a figure is missing.
  public var notes: [String] = []

  /// Whether the last row is that of all, or the only one.
  var hasOverall: Bool { rows.count <= 1 || rows.last?.name == "all" }

  /// Puts a summary together.
  public init(context: ExportContext, rows: [Row], invalidReason: String? = nil) {
    self.context = context
    self.rows = rows
    self.invalidReason = invalidReason
  }

  /// The value that the counts have of the figure of a limit.
  ///
  /// - Parameter limit: the limit.
  /// - Returns: what was counted, or why nothing was.
  public func reading(for limit: FigureLimit) -> LimitReading {
    guard case .counted(let quantity) = limit.figure else {
      return .none("'count' measures no times or rates")
    }
    guard limit.command != nil || hasOverall else {
      let values = rows.compactMap { row in row.counted.first { $0.quantity == quantity }?.perEvent
      }
      return values.max().map { .value($0) }
        ?? .missing("\(quantity.rawValue) cannot be counted here")
    }
    // Of one command there is no row for all: it is all.
    let row = rows.last { $0.name == limit.subject } ?? (limit.command == nil ? rows.last : nil)
    guard let row else { return .none("no event of \(limit.subject) was counted") }
    guard let value = row.counted.first(where: { $0.quantity == quantity })?.perEvent else {
      return .missing("\(quantity.rawValue) cannot be counted here")
    }
    return .value(value)
  }
}
