import KymoBridge

/// The slowest events of a run of `kymo bench`, as `--tail N --export json` wrote them, each with its place among the
/// events that were offered.
public struct BenchTail: Sendable {
  /// An event.
  public struct Event: Sendable, Equatable {
    /// Its place in the plan, from 0; nil for an event that a handler raised.
    public var index: Int?
    /// The name of its command.
    public var command: String
    /// When it was due, in ns after the start of the run.
    public var dueNanoseconds: Int64
    /// From then to the end of its handlers, in ns.
    public var responseNanoseconds: Int64
    /// How long its handlers took, in ns.
    public var serviceNanoseconds: Int64
    /// How late it was sent, in ns; nil if nobody knows.
    public var slipNanoseconds: Int64?
    /// Why it was slow, in a word.
    public var cause: String
  }

  /// The digest of the events that were offered, as it is printed.
  public let inputDigest: String
  /// How many events of the recording were offered, and repeated until the plan was through.
  public let workloadCount: Int
  /// The events, the slowest first.
  public let events: [Event]

  /// Reads a report.
  ///
  /// - Parameter json: the content of the file, at most ``BenchBaseline/maximumBytes``.
  /// - Throws: what is wrong with it; ``BaselineError/member(_:)`` if nobody asked for the slowest events.
  public init(json: String) throws(BaselineError) {
    let reader = try ReportReader(json: json)
    let root = reader.root
    guard reader.schema == JSONExport.schema else { throw .schema(reader.schema) }
    inputDigest = try reader.text("inputDigest", of: root)
    workloadCount = try reader.count("workloadEvents", of: root)
    guard workloadCount > 0 else { throw .member("workloadEvents") }
    guard let tail = reader.document.member("tail", of: root),
      reader.document.kind(of: tail) == .array
    else { throw .member("tail") }
    var events: [Event] = []
    for value in try reader.list("tail", of: root) {
      events.append(
        Event(
          index: try reader.numberIfThere("event", of: value).map { Int($0) },
          command: try reader.text("command", of: value),
          dueNanoseconds: Int64(try reader.number("dueNanoseconds", of: value)),
          responseNanoseconds: Int64(try reader.number("responseNanoseconds", of: value)),
          serviceNanoseconds: Int64(try reader.number("serviceNanoseconds", of: value)),
          slipNanoseconds: try reader.numberIfThere("slipNanoseconds", of: value)
            .map { Int64($0) },
          cause: try reader.text("cause", of: value)
        )
      )
    }
    self.events = events
  }
}
