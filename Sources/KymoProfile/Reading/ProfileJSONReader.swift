import KymoBridge

/// Takes a profile out of the JSON that ``ProfileJSON`` wrote.
struct ProfileJSONReader: ~Copyable {
  private let document: JSONDocument

  /// - Throws: what is wrong with the syntax, and where.
  init(_ bytes: [UInt8]) throws(ProfileError) {
    var document = JSONDocument(limits: BridgeLimits(messageBytes: bytes.count, depth: 16))
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .syntax("the bytes are not UTF-8")
    }
    do { try document.parse(text) } catch { throw .syntax("\(error)") }
    self.document = document
  }

  /// Whether bytes are JSON of any kind.
  static func isDocument(_ bytes: [UInt8]) -> Bool {
    do { _ = try ProfileJSONReader(bytes) } catch { return false }
    return true
  }

  /// The profile, whose indexes are not checked yet.
  func profile() throws(ProfileError) -> Profile {
    let root = document.root
    let schema = document.member("schema", of: root).flatMap { document.string(of: $0) }
    guard schema == ProfileJSON.schema || schema == ProfileJSON.formerSchema else {
      throw .schema(schema)
    }
    // What --format json prints has the former schema, and no samples.
    if document.member("frames", of: root) == nil, document.member("rounds", of: root) != nil {
      throw .result
    }
    var profile = Profile(
      name: try text("name", of: root, ""),
      exporter: try text("exporter", of: root, "")
    )
    profile.duration = try number("durationNanoseconds", of: root, "")
    profile.sampling = try sampling(root)
    profile.notes = try list("notes", of: root) { (value, place) throws(ProfileError) in
      ProfileNote(
        name: try text("name", of: value, place),
        value: try text("value", of: value, place)
      )
    }
    profile.threads = try list("threads", of: root) { (value, place) throws(ProfileError) in
      ProfileThread(
        name: try text("name", of: value, place),
        identifier: Int(try number("identifier", of: value, place))
      )
    }
    profile.frames = try list("frames", of: root) { (value, place) throws(ProfileError) in
      try frame(value, place)
    }
    profile.samples = try list("samples", of: root) { (value, place) throws(ProfileError) in
      try sample(value, place)
    }
    profile.stages = try list("stages", of: root) { (value, place) throws(ProfileError) in
      try stage(value, place)
    }
    profile.slices = try list("slices", of: root) { (value, place) throws(ProfileError) in
      try slice(value, place)
    }
    return profile
  }

  private func sampling(_ root: JSONValue) throws(ProfileError) -> SamplingSummary? {
    let value = try member("sampling", of: root, "")
    if document.kind(of: value) == .null { return nil }
    let place = "sampling."
    func count(_ name: String) throws(ProfileError) -> Int {
      let count = try number(name, of: value, place)
      guard 0...Int64(Profile.largestSum) ~= count else { throw .member(place + name) }
      return Int(count)
    }
    let (due, delivered) = (try count("due"), try count("delivered"))
    let dropped = try count("dropped")
    guard delivered + dropped <= due else {
      throw .inconsistent(
        place: "sampling",
        problem: "of \(due) samples that were due, \(delivered) came and \(dropped) were dropped"
      )
    }
    return SamplingSummary(
      period: Int64(try count("periodNanoseconds")),
      due: due,
      delivered: delivered,
      dropped: dropped,
      // Former versions did not unwind.
      unwound: document.member("unwound", of: value) == nil ? 0 : try count("unwound")
    )
  }

  /// A frame, of which former versions say less.
  private func frame(_ value: JSONValue, _ place: String) throws(ProfileError) -> ProfileFrame {
    func line(_ name: String) throws(ProfileError) -> Int {
      guard document.member(name, of: value) != nil else { return 0 }
      let line = try number(name, of: value, place)
      guard 0...Int64(Int32.max) ~= line else { throw .member(place + name) }
      return Int(line)
    }
    var isInlined = false
    if let inlined = document.member("inlined", of: value) {
      guard let flag = document.bool(of: inlined) else { throw .member(place + "inlined") }
      isInlined = flag
    }
    let hasFile = document.member("file", of: value) != nil
    return ProfileFrame(
      name: try text("name", of: value, place),
      symbol: try text("symbol", of: value, place),
      module: try text("module", of: value, place),
      file: hasFile ? try text("file", of: value, place) : "",
      line: try line("line"),
      firstLine: try line("firstLine"),
      isInlined: isInlined
    )
  }

  private func sample(_ value: JSONValue, _ place: String) throws(ProfileError) -> ProfileSample {
    var stack: [Int] = []
    let frames = try member("stack", of: value, place)
    guard document.kind(of: frames) == .array else { throw .member(place + "stack") }
    var cursor = document.cursor(over: frames)
    while let frame = cursor.next(in: document) {
      guard let index = document.integer(of: frame) else {
        throw .member(place + "stack[\(stack.count)]")
      }
      stack.append(Int(index))
    }
    guard let isWaiting = document.bool(of: try member("waiting", of: value, place)) else {
      throw .member(place + "waiting")
    }
    return ProfileSample(
      stack: stack,
      thread: Int(try number("thread", of: value, place)),
      command: try textOrNull("command", of: value, place),
      stage: try textOrNull("stage", of: value, place),
      count: Int(try number("count", of: value, place)),
      nanoseconds: try number("nanoseconds", of: value, place),
      isWaiting: isWaiting
    )
  }

  private func stage(_ value: JSONValue, _ place: String) throws(ProfileError) -> StageTime {
    StageTime(
      command: try textOrNull("command", of: value, place),
      stage: try text("stage", of: value, place),
      handler: try textOrNull("handler", of: value, place),
      count: Int(try number("count", of: value, place)),
      total: try number("totalNanoseconds", of: value, place),
      percentiles: StageTime.Percentiles(
        p50: try number("p50Nanoseconds", of: value, place),
        p90: try number("p90Nanoseconds", of: value, place),
        p99: try number("p99Nanoseconds", of: value, place)
      ),
      longest: try number("longestNanoseconds", of: value, place)
    )
  }

  private func slice(_ value: JSONValue, _ place: String) throws(ProfileError) -> StageSlice {
    guard let source = UInt16(exactly: try number("source", of: value, place)) else {
      throw .member(place + "source")
    }
    guard let sequence = document.unsigned(of: try member("sequence", of: value, place)) else {
      throw .member(place + "sequence")
    }
    return StageSlice(
      thread: Int(try number("thread", of: value, place)),
      command: try text("command", of: value, place),
      stage: try text("stage", of: value, place),
      handler: try textOrNull("handler", of: value, place),
      start: try number("startNanoseconds", of: value, place),
      duration: try number("durationNanoseconds", of: value, place),
      source: source,
      sequence: sequence
    )
  }

  // MARK: Members

  private func member(
    _ name: String,
    of value: JSONValue,
    _ place: String
  ) throws(ProfileError) -> JSONValue {
    guard let member = document.member(name, of: value) else { throw .member(place + name) }
    return member
  }

  private func text(
    _ name: String,
    of value: JSONValue,
    _ place: String
  ) throws(ProfileError) -> String {
    guard let text = document.string(of: try member(name, of: value, place)) else {
      throw .member(place + name)
    }
    return text
  }

  private func textOrNull(
    _ name: String,
    of value: JSONValue,
    _ place: String
  ) throws(ProfileError) -> String? {
    let member = try member(name, of: value, place)
    if document.kind(of: member) == .null { return nil }
    guard let text = document.string(of: member) else { throw .member(place + name) }
    return text
  }

  private func number(
    _ name: String,
    of value: JSONValue,
    _ place: String
  ) throws(ProfileError) -> Int64 {
    guard let number = document.integer(of: try member(name, of: value, place)) else {
      throw .member(place + name)
    }
    return number
  }

  private func list<Element>(
    _ name: String,
    of root: JSONValue,
    _ read: (JSONValue, String) throws(ProfileError) -> Element
  ) throws(ProfileError) -> [Element] {
    let list = try member(name, of: root, "")
    guard document.kind(of: list) == .array else { throw .member(name) }
    var elements: [Element] = []
    var cursor = document.cursor(over: list)
    while let value = cursor.next(in: document) {
      elements.append(try read(value, "\(name)[\(elements.count)]."))
    }
    return elements
  }
}
