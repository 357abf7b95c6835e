import KymoBench
import KymoBridge
import KymoHistogram

extension BenchBaseline {
  /// Reads what `kymo bench --export json` wrote.
  ///
  /// - Parameters:
  ///   - json: the content of the file; at most ``maximumBytes``.
  ///   - file: its name, for the report.
  /// - Throws: what is wrong with it.
  /// - Complexity: O(bytes + buckets).
  public init(json: String, file: String) throws(BaselineError) {
    try self.init(ReportReader(json: json), file: file)
  }

  private init(_ reader: consuming ReportReader, file: String) throws(BaselineError) {
    let root = reader.root
    let schema = reader.schema
    guard [JSONExport.schema, JSONExport.repetitionsSchema].contains(schema) else {
      throw .schema(schema)
    }
    self.file = file
    subject = try BenchSubject(reader, root)
    valid = try reader.bool("valid", of: root)
    arrivals = try reader.text("arrivals", of: root)
    events = Int64(try reader.number("events", of: root))
    digest = try reader.text("digest", of: root)
    offeredRate = try reader.number("offeredRate", of: root)
    achievedRate = try reader.number("achievedRate", of: root)
    guard let list = reader.document.member("commands", of: root) else { throw .member("commands") }
    let total = (LoadRun.makeHistogram(), LoadRun.makeHistogram(), LoadRun.makeHistogram())
    var count: Int64 = 0
    commands = []
    var cursor = reader.document.cursor(over: list)
    while let value = cursor.next(in: reader.document) {
      let response = try reader.histogram("responseHistogram", of: value)
      let service = try reader.histogram("serviceHistogram", of: value)
      // Older results have the replies' percentiles only.
      let reply = try reader.histogramIfThere("replyHistogram", of: value)
      let command = Command(
        name: try reader.text("name", of: value),
        count: Int64(try reader.number("count", of: value)),
        response: Distribution(response),
        service: Distribution(service),
        reply: Distribution(reply ?? LoadRun.makeHistogram())
      )
      commands.append(command)
      count += command.count
      total.0.add(response)
      total.1.add(service)
      if let reply { total.2.add(reply) }
    }
    overall = Command(
      name: "all",
      count: count,
      response: Distribution(total.0),
      service: Distribution(total.1),
      reply: Distribution(total.2)
    )
  }
}

extension BenchSubject {
  /// Reads the subject that a report of times states.
  init(_ reader: borrowing ReportReader, _ root: JSONValue) throws(BaselineError) {
    self.init(
      recording: try reader.text("recording", of: root),
      inputDigest: reader.textIfThere("inputDigest", of: root),
      app: try reader.text("app", of: root),
      mode: reader.textIfThere("mode", of: root),
      machine: try BenchMachine(reader, root)
    )
  }
}
