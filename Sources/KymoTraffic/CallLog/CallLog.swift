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

  /// The extensions of such files.
  private static let extensions = [".jsonl", ".ndjson"]

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
  /// How many lines have a time before that of a line above, and the first of them.
  public private(set) var unsorted = (count: 0, line: 0)

  /// How calls are written.
  private let calls: CallRules

  /// The description for a recording of these calls.
  ///
  /// - Parameter name: that of the log.
  /// - Returns: its origin, how calls are written, and the clock.
  public func description(named name: String) -> SessionDescription {
    var description = SessionDescription(origin: "log of calls: \(name)")
    description.calls = calls
    description.clock = clock.isUnix ? .unix : .relative
    return description
  }

  /// Whether a file is taken for one: by its name, or by its first byte.
  package static func isNamed(_ path: String) -> Bool {
    let name = path.lowercased()
    return extensions.contains { name.hasSuffix($0) }
  }

  /// Reads a log.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - path: its name, for messages.
  ///   - calls: how calls are written.
  ///   - unit: what the numbers of the times count; nil to see it from them.
  ///   - shouldStop: whether the user wants it to end.
  /// - Throws: what is wrong, with file and line, and the remedy.
  /// - Complexity: O(n log n) if lines are not in the order of time, else O(n); everything is in memory.
  public init(
    _ bytes: [UInt8],
    path: String,
    _ calls: CallRules = CallRules(),
    unit: TimeUnit? = nil,
    shouldStop: () -> Bool = { false }
  ) throws(CallLogError) {
    self.calls = calls
    var reader = CallLogReader(calls)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var rest = bytes[...]
    if rest.starts(with: mark) { rest = rest.dropFirst(mark.count) }
    var number = 0
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      let line = rest[rest.startIndex..<end]
      rest = end < rest.endIndex ? rest[(end + 1)...] : []
      number += 1
      if number & 0xFFF == 0, shouldStop() {
        throw .stopped
      }
      if line.allSatisfy({
        $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r")
      }) {
        continue
      }
      do { try reader.read(line, number: number) } catch {
        throw .content("\(path):\(number)", error.message, remedy: error.remedy)
      }
      lines += 1
    }
    absent = reader.absent
    unused = reader.unused
    try take(reader.requests, path, unit)
  }

  /// Puts the requests in order.
  private mutating func take(
    _ requests: [CallLogRequest],
    _ path: String,
    _ unit: TimeUnit?
  ) throws(CallLogError) {
    clock = try Self.clock(of: requests, path, unit)
    var times: [(time: Int64, place: Int)] = []
    times.reserveCapacity(requests.count)
    for (place, request) in requests.enumerated() {
      guard let time = request.time.nanoseconds(clock.unit ?? .nanoseconds), time >= 0 else {
        throw .content(
          "\(path):\(request.line)",
          "its time is before zero, or beyond what ns can count",
          remedy: "--time-unit says what the numbers count"
        )
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
    func isWallClock(_ unit: TimeUnit) -> Bool {
      numbers.allSatisfy { request in
        request.time.nanoseconds(unit).map { CallLogTime.wallClock.contains($0) } ?? false
      }
    }
    if let unit {
      let isUnix = isWallClock(unit)
      if !isUnix, numbers.count < requests.count {
        throw .content(
          path,
          "some times are dates, and the numbers are none in \(unit.words)",
          remedy: "one clock a file"
        )
      }
      return Clock(unit: unit, isUnix: isUnix, reason: "--time-unit \(unit.rawValue)")
    }
    guard let found = CallLogTime.units.first(where: isWallClock) else {
      throw .content(
        "\(path):\(first.line)",
        "the numbers of the times, such as \(digits), are not of this century in any one unit",
        remedy: "--time-unit says what they count, such as ms for those of performance.now()"
      )
    }
    return Clock(
      unit: found,
      isUnix: true,
      reason: "\(found.words) since 1970: by no other unit are they of this century"
    )
  }
}
