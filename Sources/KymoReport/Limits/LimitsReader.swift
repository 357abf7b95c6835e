import KymoBench
import KymoBridge

/// Takes the limits out of a file, member by member; what is not known is refused with its line.
struct LimitsReader: ~Copyable {
  /// The longest text of a member that is shown, in characters.
  private static let longestText = 80

  private let document: JSONDocument
  private let text: [UInt8]
  private let file: String
  // Lines are asked for in order, but for a few: what was counted is not counted again.
  private var seen = (offset: 0, line: 1)

  /// Parses a file.
  ///
  /// - Throws: what is wrong with its syntax, or with its size.
  init(json: String, file: String) throws(LimitsFileError) {
    self.file = file
    text = Array(json.utf8)
    let count = text.count
    guard 1...LimitsFile.maximumBytes ~= count else {
      throw LimitsFileError(file: file, line: 1, problem: "it has \(count) bytes")
    }
    var document = JSONDocument(limits: BridgeLimits(messageBytes: count))
    do throws(JSONError) { try document.parse(json) } catch {
      let line = 1 + text.prefix(error.offset).count { $0 == UInt8(ascii: "\n") }
      throw LimitsFileError(file: file, line: line, problem: "it is not JSON: \(error)")
    }
    self.document = document
  }

  /// Reads the whole file.
  mutating func read() throws(LimitsFileError) -> LimitsFile {
    let root = document.root
    guard document.kind(of: root) == .object else { throw failure(root, "it is not an object") }
    // A file of another kind has other members, so that this is said first.
    let schema = document.member("schema", of: root)
    guard let schema, document.string(of: schema) == LimitsFile.schema else {
      let found = schema.flatMap { document.string(of: $0) }.map { "'\(shortened($0))'" } ?? "none"
      throw failure(
        schema ?? root,
        "its schema is \(found), not '\(LimitsFile.schema)', which --write-limits writes"
      )
    }
    let members = try members(of: root, known: ["$schema", "schema", "note", "recordings"])
    var recordings: [RecordingLimits] = []
    var known: [[String]: Int] = [:]  // Looked up, never iterated.
    for value in try list(required("recordings", members, of: root)) {
      let recording = try self.recording(value)
      let subject = [recording.digest, recording.app, recording.mode ?? ""]
      if let line = known.updateValue(recording.line, forKey: subject) {
        throw failure(value, "limits of this recording and app stand on line \(line) already")
      }
      recordings.append(recording)
    }
    var result = LimitsFile(name: file, recordings: recordings)
    result.schemaReference = try optionalString("$schema", members)
    result.note = try optionalString("note", members)
    return result
  }

  // MARK: Parts

  private mutating func recording(_ value: JSONValue) throws(LimitsFileError) -> RecordingLimits {
    let line = line(of: value)
    let members = try members(
      of: value,
      known: ["recording", "digest", "app", "mode", "note", "limits"]
    )
    var recording = RecordingLimits(
      recording: try string(required("recording", members, of: value)),
      digest: try string(required("digest", members, of: value)),
      app: try string(required("app", members, of: value)),
      mode: try optionalString("mode", members),
      note: try optionalString("note", members),
      line: line
    )
    var known: [FigureLimit.Subject: Int] = [:]  // Looked up, never iterated.
    for value in try list(required("limits", members, of: value)) {
      let limit = try self.limit(value)
      if let line = known.updateValue(limit.place.line ?? 0, forKey: limit.about) {
        throw failure(
          value,
          "\(limit.figure) of \(limit.subject) has a limit on line \(line) already"
        )
      }
      recording.limits.append(limit)
    }
    return recording
  }

  private mutating func limit(_ value: JSONValue) throws(LimitsFileError) -> FigureLimit {
    let members = try members(
      of: value,
      known: [
        "command", "figure", "limit", "unit", "tolerance", "rate", "pace", "objectives", "note",
      ]
    )
    let name = try required("figure", members, of: value)
    let figure = try self.figure(name)
    let command = try string(required("command", members, of: value))
    if figure.isOfRun, command != "all" {
      throw failure(value, "\(figure) is a figure of the whole run: its command is 'all'")
    }
    if let unit = members["unit"], try string(unit) != figure.unit {
      throw failure(unit, "the unit of \(figure) is '\(figure.unit)'")
    }
    return FigureLimit(
      figure,
      try number(required("limit", members, of: value)),
      tolerance: try members["tolerance"].map { value throws(LimitsFileError) in
        try tolerance(value)
      } ?? .none,
      of: command == "all" ? nil : command,
      condition: try condition(figure, members),
      note: try optionalString("note", members),
      at: .file(file, line: line(of: value))
    )
  }

  private mutating func figure(_ value: JSONValue) throws(LimitsFileError) -> LimitFigure {
    let name = try string(value)
    let known = LimitFigure.all.filter { $0 != .deadlineMisses }
    guard let figure = LimitFigure(name), known.contains(figure) else {
      if name == LimitFigure.deadlineMisses.description {
        throw failure(value, "a deadline is one of a run: bench --deadline-misses")
      }
      let percentiles = ObjectivePercentile.allCases.map(\.rawValue).joined(separator: ", ")
      let kinds = TimedQuantity.allCases.map { "\($0.rawValue)." }.joined(separator: ", ")
      let others = known.map(\.description).filter { !$0.contains(".") }.joined(separator: ", ")
      throw failure(
        value,
        "there is no figure '\(shortened(name))'; there are \(others), and \(kinds) each with "
          + percentiles
      )
    }
    return figure
  }

  private mutating func condition(
    _ figure: LimitFigure,
    _ members: [String: JSONValue]
  ) throws(LimitsFileError) -> LimitCondition? {
    if let pace = members["pace"] {
      guard case .time = figure else { throw failure(pace, "\(figure) has no pace") }
      guard try string(pace) == "none" else { throw failure(pace, "a pace is 'none'") }
      guard members["rate"] == nil else { throw failure(pace, "what has a pace has no rate") }
      return .unpaced
    }
    if let rate = members["rate"] {
      guard case .time = figure else { throw failure(rate, "\(figure) has no rate") }
      let value = try number(rate)
      guard value > 0 else { throw failure(rate, "a rate is above 0") }
      return .rate(value)
    }
    guard let objectives = members["objectives"] else { return nil }
    guard figure == .knee else { throw failure(objectives, "\(figure) has no objectives") }
    var texts: [String] = []
    for objective in try list(objectives) { texts.append(try string(objective)) }
    if texts.isEmpty { throw failure(objectives, "a knee has an objective at least") }
    return .objectives(texts)
  }

  private mutating func tolerance(_ value: JSONValue) throws(LimitsFileError) -> LimitTolerance {
    guard let text = document.string(of: value) else { return .amount(try number(value)) }
    guard text.hasSuffix("%"), let percent = Double(text.dropLast()), 0...1000 ~= percent else {
      throw failure(value, "a tolerance is a number, or as \"5%\", not '\(shortened(text))'")
    }
    return .percent(percent)
  }

  // MARK: Values

  private mutating func members(
    of value: JSONValue,
    known: [String]
  ) throws(LimitsFileError) -> [String: JSONValue] {
    guard document.kind(of: value) == .object else { throw failure(value, "it is not an object") }
    var members: [String: JSONValue] = [:]  // Looked up, never iterated.
    var cursor = document.cursor(over: value)
    while let member = cursor.nextMember(in: document) {
      let name = document.string(of: member.name) ?? ""
      guard known.contains(name) else {
        let words = known.filter { !$0.hasPrefix("$") }.joined(separator: ", ")
        throw failure(member.name, "there is no member '\(shortened(name))'; there are \(words)")
      }
      guard members[name] == nil else { throw failure(member.name, "'\(name)' is said twice") }
      members[name] = member.value
    }
    return members
  }

  private mutating func required(
    _ name: String,
    _ members: [String: JSONValue],
    of value: JSONValue
  ) throws(LimitsFileError) -> JSONValue {
    guard let member = members[name] else { throw failure(value, "'\(name)' is missing") }
    return member
  }

  private mutating func list(_ value: JSONValue) throws(LimitsFileError) -> [JSONValue] {
    guard document.kind(of: value) == .array else { throw failure(value, "it is not a list") }
    var elements: [JSONValue] = []
    var cursor = document.cursor(over: value)
    while let element = cursor.next(in: document) { elements.append(element) }
    return elements
  }

  private mutating func string(_ value: JSONValue) throws(LimitsFileError) -> String {
    guard let text = document.string(of: value), !text.isEmpty else {
      throw failure(value, "it is not a text")
    }
    return text
  }

  private mutating func optionalString(
    _ name: String,
    _ members: [String: JSONValue]
  ) throws(LimitsFileError) -> String? {
    guard let value = members[name], document.kind(of: value) != .null else { return nil }
    return try string(value)
  }

  private mutating func number(_ value: JSONValue) throws(LimitsFileError) -> Double {
    guard let number = document.number(of: value), 0...ReportReader.largestNumber ~= number else {
      throw failure(value, "it is not a number from 0 to 1e18")
    }
    return number
  }

  // MARK: Places

  private mutating func failure(_ value: JSONValue, _ problem: String) -> LimitsFileError {
    LimitsFileError(file: file, line: line(of: value), problem: problem)
  }

  private mutating func line(of value: JSONValue) -> Int {
    let offset = document.offset(of: value)
    if offset < seen.offset { seen = (0, 1) }
    seen.line += text[seen.offset..<offset].count { $0 == UInt8(ascii: "\n") }
    seen.offset = offset
    return seen.line
  }

  private func shortened(_ text: String) -> String {
    text.count > Self.longestText ? text.prefix(Self.longestText) + "\u{2026}" : text
  }
}
