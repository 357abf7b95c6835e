public import KymoBridge
import KymoCore
public import KymoRecording

/// The calls that a page has logged, one JSON object a line, with their times in ns.
public struct CallLog {
  /// How the times were read.
  public struct Clock: Equatable, Sendable {
    /// The unit of numbers; nil if there are none.
    public var unit: TimeUnit?
    /// Whether times count from 1970.
    public var isUnix: Bool
    /// Why it is so, in words.
    public var reason: String
  }

  /// Lines of one kind: how many there are, and the first of them.
  public struct Lines: Equatable, Sendable {
    /// How many there are; at least 1.
    public var count: Int
    /// The number of the first, from 1.
    public var line: Int
    /// Why it is one of them, in words.
    public var reason: String
  }

  /// How many bytes a line may have.
  package static let lineBytes = 16 << 20
  /// The extensions of such files.
  package static let extensions = ["jsonl", "ndjson"]
  /// How many lines of a file are looked at to recognise it.
  private static let linesLookedAt = 16

  /// How many lines there are, without empty ones.
  public private(set) var lines = 0
  /// The requests in the order of time.
  public private(set) var inputs: [SessionInput] = []
  /// How the times were read.
  public private(set) var clock = Clock(unit: nil, isUnix: true, reason: "")
  /// The content that was left out.
  package private(set) var absent: [(what: CallLogReader.Absent, count: UInt64)] = []
  /// The members that mean nothing here, with how often they come, by name.
  public private(set) var unused: [(name: String, count: UInt64)] = []
  /// What the recorder of a page says beside its calls; nil if none has written the log.
  public private(set) var page: RecordedPage?
  /// How many lines have a time before that of a line above, and the first of them.
  public private(set) var unsorted = (count: 0, line: 0)

  /// The lines that cannot be read, and were left out; nil if there are none.
  public private(set) var malformed: Lines?
  /// The last line, if it ends in the middle, and was left out; nil if it does not.
  public private(set) var cutOff: Lines?

  /// How calls are written.
  private let calls: CallRules

  /// The description for a recording of these calls.
  ///
  /// - Parameter name: that of the log.
  /// - Returns: its origin, how calls are written, and the clock.
  public func description(named name: String) -> SessionDescription {
    var description = SessionDescription(
      origin: (page == nil ? "log of calls: " : SessionDescription.recorderOrigin) + name
    )
    description.calls = calls
    description.clock = clock.isUnix ? .unix : .relative
    return description
  }

  /// Whether a file is taken for one by its name.
  package static func isNamed(_ path: String) -> Bool {
    let name = path.lowercased()
    return extensions.contains { name.hasSuffix(".\($0)") }
  }

  /// Whether the text of a file, or its beginning, is an object of JSON, as the first line of a log is.
  package static func isObject(_ head: [UInt8]) -> Bool {
    head.first { $0 > UInt8(ascii: " ") && $0 < 0x80 } == UInt8(ascii: "{")
  }

  /// Whether one of the first lines of a file is a call.
  package static func hasCall(_ head: [UInt8]) -> Bool {
    guard isObject(head) else { return false }
    var reader = CallLogReader(CallRules())
    for line in head.split(separator: UInt8(ascii: "\n")).prefix(linesLookedAt) {
      do { try reader.read(line, number: 1) } catch { continue }
      if !reader.requests.isEmpty { return true }
    }
    return false
  }

  /// Reads a log.
  ///
  /// A line that cannot be read is left out, and counted as ``malformed`` or ``cutOff``.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - path: its name, for messages.
  ///   - calls: how calls are written.
  ///   - unit: what the numbers of the times count; nil to see it from them.
  ///   - shouldStop: whether the user wants it to end.
  /// - Throws: what is wrong if there is nothing else, with file and line, and the remedy.
  /// - Complexity: O(n log n) if lines are not in the order of time, else O(n); everything is in memory.
  public init(
    _ bytes: [UInt8],
    path: String,
    _ calls: CallRules = CallRules(),
    unit: TimeUnit? = nil,
    shouldStop: () -> Bool = { false }
  ) throws(CallLogError) {
    var builder = CallLogBuilder(calls)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var rest = bytes[...]
    if rest.starts(with: mark) { rest = rest.dropFirst(mark.count) }
    var number = 0
    while !rest.isEmpty {
      number += 1
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      let line = rest[..<(end ?? rest.endIndex)]
      rest = end.map { rest[($0 + 1)...] } ?? []
      builder.add(line, number: number, isCutOff: end == nil)
      if number & 0xFFF == 0, shouldStop() { throw .stopped }
    }
    self = try builder.finish(path, unit)
  }

  /// Takes what a builder has read.
  ///
  /// - Throws: as ``init(_:path:_:unit:shouldStop:)``.
  init(
    _ builder: borrowing CallLogBuilder,
    _ path: String,
    _ unit: TimeUnit?
  ) throws(CallLogError) {
    calls = builder.calls
    lines = builder.lines
    malformed = builder.malformed
    cutOff = builder.cutOff
    absent = builder.reader.absent
    unused = builder.reader.unused
    page = builder.reader.page
    try take(builder.reader.requests, path, unit)
    if inputs.isEmpty, let first = malformed ?? cutOff {
      throw .content("\(path):\(first.line)", first.reason)
    }
  }

  /// Counts a line that is left out for what its time is.
  private mutating func leaveOut(_ request: CallLogRequest, _ reason: String) {
    malformed.count(request.line, reason)
  }

  /// Puts the requests in order.
  private mutating func take(
    _ requests: [CallLogRequest],
    _ path: String,
    _ unit: TimeUnit?
  ) throws(CallLogError) {
    clock =
      page == nil
      ? try Self.clock(of: requests, path, unit)
      : Clock(unit: .milliseconds, isUnix: true, reason: "ms since 1970: the recorder writes such")
    var times: [(time: Int64, place: Int)] = []
    times.reserveCapacity(requests.count)
    for (place, request) in requests.enumerated() {
      guard let time = request.time.nanoseconds(clock.unit ?? .nanoseconds), time >= 0 else {
        leaveOut(
          request,
          "its time is before zero, or beyond what ns can count (--time-unit says what the numbers count)"
        )
        continue
      }
      if clock.isUnix, case .number = request.time, !CallLogTime.wallClock.contains(time) {
        leaveOut(request, "its time is not of this century, as those of other lines are")
        continue
      }
      if let last = times.last, time < last.time {
        if unsorted.count == 0 { unsorted.line = request.line }
        unsorted.count += 1
      }
      times.append((time, place))
    }
    if unsorted.count > 0 { times.sort { ($0.time, $0.place) < ($1.time, $1.place) } }
    inputs = times.map { time, place in
      let request = requests[place]
      return SessionInput(request: request.text, by: request.transport, at: time)
    }
  }

  /// Finds out what the times count, and from when.
  private static func clock(
    of requests: [CallLogRequest],
    _ path: String,
    _ unit: TimeUnit?
  ) throws(CallLogError) -> Clock {
    let numbers = requests.filter { if case .number = $0.time { true } else { false } }
    guard let first = numbers.first, case .number(let digits) = first.time else {
      return Clock(unit: nil, isUnix: true, reason: "ISO 8601")
    }
    // Of a line or two among many, the time is wrong, and not the unit.
    func isWallClock(_ unit: TimeUnit) -> Bool {
      let count = numbers.count { request in
        request.time.nanoseconds(unit).map { CallLogTime.wallClock.contains($0) } ?? false
      }
      return count * 10 >= numbers.count * 9
    }
    if let unit {
      let isUnix = isWallClock(unit)
      if !isUnix, numbers.count < requests.count {
        throw .content(
          path,
          "some times are dates, and the numbers are none in \(unit.words) (one clock a file)"
        )
      }
      return Clock(unit: unit, isUnix: isUnix, reason: "--time-unit \(unit.rawValue)")
    }
    guard let found = CallLogTime.units.first(where: isWallClock) else {
      throw .content(
        "\(path):\(first.line)",
        "the numbers of the times, such as \(digits), are not of this century in any one unit "
          + "(--time-unit says what they count, such as ms for those of performance.now())"
      )
    }
    return Clock(
      unit: found,
      isUnix: true,
      reason: "\(found.words) since 1970: by no other unit are they of this century"
    )
  }
}
