import KymoHTTP

/// Reads the script of a fetcher, member by member.
struct FetchScriptReader: ~Copyable {
  /// A value, and the way to it.
  struct Place {
    var value: JSONValue
    var pointer: String

    func member(_ name: String, _ value: JSONValue) -> Place {
      Place(value: value, pointer: pointer + "/" + JSONPointer.escaped(name))
    }

    func element(_ index: Int, _ value: JSONValue) -> Place {
      Place(value: value, pointer: "\(pointer)/\(index)")
    }
  }

  private var document: JSONDocument
  private var text: [UInt8] = []

  init(byteCount: Int) {
    document = JSONDocument(limits: BridgeLimits(messageBytes: max(1, byteCount)))
  }

  mutating func read(_ source: RawSpan) throws(FetchScriptError) -> FetchScript {
    text = source.withBytes { span in span.indices.map { span[$0] } }
    do throws(JSONError) { try document.parse(source) } catch {
      throw FetchScriptError(line: line(at: error.offset), pointer: "", problem: "\(error)")
    }
    let root = Place(value: document.root, pointer: "")
    let members = try members(of: root, known: ["rules", "shortener", "sockets"])
    var script = FetchScript()
    if let shortener = members["shortener"] { script.shortener = try self.shortener(shortener) }
    if let rules = members["rules"] {
      script.rules = try elements(of: rules, atMost: FetchScript.maximumRules)
        .map { place throws(FetchScriptError) in try rule(place) }
    }
    if let sockets = members["sockets"] {
      script.sockets = try elements(of: sockets, atMost: FetchScript.maximumRules)
        .map { place throws(FetchScriptError) in try socket(place) }
    }
    return script
  }

  // MARK: Parts

  private func shortener(_ place: Place) throws(FetchScriptError) -> FetchScript.Shortener? {
    if document.kind(of: place.value) == .null { return nil }
    let members = try members(of: place, known: ["server", "base", "limit", "delayNanoseconds"])
    var service = FetchScript.Shortener()
    if let server = members["server"] { service.server = try string(server).lowercased() }
    if let base = members["base"] { service.base = try string(base) }
    if let limit = members["limit"] { service.limit = Int(try integer(limit, 0...1_000_000)) }
    if let delay = members["delayNanoseconds"] { service.delayNanoseconds = try self.delay(delay) }
    return service
  }

  private static let bodies = ["text", "hex", "chunks"]

  private func rule(_ place: Place) throws(FetchScriptError) -> FetchRule {
    let members = try members(
      of: place,
      known: [
        "url", "prefix", "method", "times", "delayNanoseconds", "redirect", "failure", "status",
        "fields", "text", "hex", "chunks", "chunkBytes", "chunkDelayNanoseconds",
      ]
    )
    let pattern: FetchRule.Pattern
    switch (members["url"], members["prefix"]) {
    case (let url?, nil):
      let text = try string(url)
      do throws(FetchFailure) { _ = try FetchURL(text) } catch {
        throw failure(url, "'\(text)' is not an http or https URL of visible ASCII")
      }
      pattern = .url(text)
    case (nil, let prefix?): pattern = .prefix(try string(prefix))
    default: throw failure(place, "a rule has a url or a prefix")
    }
    let answers = (["redirect", "failure"] + Self.bodies).filter { members[$0] != nil }
    guard answers.count <= 1 else {
      throw failure(place, "a rule has one answer, not \(answers.joined(separator: " and "))")
    }
    return FetchRule(
      pattern,
      method: try members["method"].map { place throws(FetchScriptError) in try string(place) },
      times: try members["times"].map { place throws(FetchScriptError) in
        Int(try integer(place, 1...1_000_000))
      },
      steps: try steps(members)
    )
  }

  private func steps(_ members: [String: Place]) throws(FetchScriptError) -> [FetchStep] {
    let delay = try members["delayNanoseconds"].map { place throws(FetchScriptError) in
      try self.delay(place)
    }
    if let target = members["redirect"] {
      let status = try members["status"].map { place throws(FetchScriptError) in
        Int(try integer(place, 301...308))
      }
      return [FetchStep(.redirect(status ?? 302, try string(target)), after: delay ?? 0)]
    }
    if let failure = members["failure"] {
      return [FetchStep(.fail(try self.failure(named: failure)), after: delay ?? 0)]
    }
    let head = try respond(members)
    let chunkDelay = try members["chunkDelayNanoseconds"].map { place throws(FetchScriptError) in
      try self.delay(place)
    }
    let chunkBytes = try members["chunkBytes"].map { place throws(FetchScriptError) in
      Int(try integer(place, 1...Int64(FetchScript.maximumBytes)))
    }
    var steps = [FetchStep(head, after: delay ?? 0)]
    if let chunks = members["chunks"] {
      for chunk in try elements(of: chunks, atMost: FetchScript.maximumBytes) {
        steps += try self.chunk(chunk)
      }
    } else if let body = try body(members) {
      steps += FetchRule.pieces(of: body, bytes: chunkBytes, delay: chunkDelay ?? 0)
    }
    return steps + [FetchStep(.end)]
  }

  private func chunk(_ place: Place) throws(FetchScriptError) -> [FetchStep] {
    let members = try members(
      of: place,
      known: ["delayNanoseconds", "text", "hex", "status", "fields", "failure"]
    )
    var delay = try members["delayNanoseconds"].map { place throws(FetchScriptError) in
      try self.delay(place)
    }
    if let failure = members["failure"] {
      return [FetchStep(.fail(try self.failure(named: failure)), after: delay ?? 0)]
    }
    var steps: [FetchStep] = []
    if members["status"] != nil || members["fields"] != nil {
      steps.append(FetchStep(try respond(members), after: delay ?? 0))
      delay = nil
    }
    if let body = try body(members) { steps.append(FetchStep(.send(body), after: delay ?? 0)) }
    guard !steps.isEmpty else { throw failure(place, "a chunk has text, hex, status or failure") }
    return steps
  }

  private func respond(_ members: [String: Place]) throws(FetchScriptError) -> FetchStep.Action {
    let status = try members["status"].map { place throws(FetchScriptError) in
      Int(try integer(place, 100...599))
    }
    var fields: [HTTPField] = []
    if let place = members["fields"] {
      var cursor = document.cursor(over: place.value)
      guard document.kind(of: place.value) == .object else { throw failure(place, "not an object") }
      while let member = cursor.nextMember(in: document) {
        let name = document.string(of: member.name) ?? ""
        let value = try string(place.member(name, member.value))
        guard (name + value).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), !name.isEmpty else {
          throw failure(place.member(name, member.value), "a line break in a field of the header")
        }
        fields.append(HTTPField(name, value))
      }
    }
    return .respond(status ?? 200, fields)
  }

  func body(_ members: [String: Place]) throws(FetchScriptError) -> [UInt8]? {
    if let text = members["text"] { return Array(try string(text).utf8) }
    guard let hex = members["hex"] else { return nil }
    guard let bytes = HexBytes.decode(try string(hex)) else {
      throw failure(hex, "hex takes an even number of hexadecimal digits")
    }
    return bytes
  }

  func failure(named place: Place) throws(FetchScriptError) -> FetchFailure {
    let name = try string(place)
    guard let failure = FetchFailure(rawValue: name) else {
      let known = FetchFailure.allCases.map(\.rawValue).joined(separator: ", ")
      throw self.failure(place, "there is no failure '\(name)'; there are \(known)")
    }
    return failure
  }

  // MARK: Values

  func members(
    of place: Place,
    known: [String]
  ) throws(FetchScriptError) -> [String: Place] {
    guard document.kind(of: place.value) == .object else { throw failure(place, "not an object") }
    var members: [String: Place] = [:]  // Looked up, never iterated.
    var cursor = document.cursor(over: place.value)
    while let member = cursor.nextMember(in: document) {
      let name = document.string(of: member.name) ?? ""
      let own = place.member(name, member.value)
      guard known.contains(name) else {
        throw failure(own, "not known here; known are \(known.joined(separator: ", "))")
      }
      guard members[name] == nil else { throw failure(own, "said twice") }
      members[name] = own
    }
    return members
  }

  func elements(of place: Place, atMost limit: Int) throws(FetchScriptError) -> [Place] {
    guard document.kind(of: place.value) == .array else { throw failure(place, "not a list") }
    guard document.count(of: place.value) <= limit else {
      throw failure(place, "a list of more than \(limit)")
    }
    var places: [Place] = []
    var cursor = document.cursor(over: place.value)
    while let value = cursor.next(in: document) {
      places.append(place.element(places.count, value))
    }
    return places
  }

  func string(_ place: Place) throws(FetchScriptError) -> String {
    guard let text = document.string(of: place.value) else { throw failure(place, "not a text") }
    return text
  }

  func integer(
    _ place: Place,
    _ range: ClosedRange<Int64>
  ) throws(FetchScriptError) -> Int64 {
    guard let value = document.integer(of: place.value), range.contains(value) else {
      throw failure(
        place,
        "not a whole number from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return value
  }

  func delay(_ place: Place) throws(FetchScriptError) -> Int64 {
    try integer(place, 0...FetchScript.maximumDelayNanoseconds)
  }

  func failure(_ place: Place, _ problem: String) -> FetchScriptError {
    FetchScriptError(
      line: line(at: document.offset(of: place.value)),
      pointer: place.pointer,
      problem: problem
    )
  }

  private func line(at offset: Int) -> Int {
    1 + text.prefix(offset).count { $0 == UInt8(ascii: "\n") }
  }
}
