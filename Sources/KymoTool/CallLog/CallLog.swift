import KymoBridge
import KymoCore
import KymoRecording

/// The calls that a page has logged, one JSON object a line, with their times in ns.
struct CallLog {
  /// How the times were read.
  struct Clock: Equatable {
    /// What numbers count; nil if there are none.
    var unit: TimeUnit?
    /// Whether times count from 1970.
    var isUnix: Bool
    /// Why it is so, in words.
    var reason: String
  }

  /// The extensions of such files.
  private static let extensions = [".jsonl", ".ndjson"]

  /// How many lines there are, without empty ones.
  private(set) var lines = 0
  /// The requests in the order of time.
  private(set) var inputs: [SessionInput] = []
  private(set) var clock = Clock(unit: nil, isUnix: true, reason: "")
  private(set) var absent: [(what: CallLogReader.Absent, count: UInt64)] = []
  private(set) var unused: [(name: String, count: UInt64)] = []
  /// How many lines have a time before that of a line above, and the first of them.
  private(set) var unsorted = (count: 0, line: 0)

  /// Whether a file is taken for one: by its name, or by its first byte.
  static func isNamed(_ path: String) -> Bool {
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
  /// - Throws: a failure that names file and line, and the remedy.
  /// - Complexity: O(n log n) if lines are not in the order of time, else O(n); everything is in memory.
  init(
    _ bytes: [UInt8],
    path: String,
    _ calls: CallRules,
    unit: TimeUnit?,
    shouldStop: () -> Bool = { false }
  ) throws(CommandFailure) {
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
        throw CommandFailure("interrupted; nothing was written", status: .partial)
      }
      if line.allSatisfy({
        $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r")
      }) {
        continue
      }
      do { try reader.read(line, number: number) } catch {
        throw CommandFailure(
          file: "\(path):\(number)",
          error.message,
          remedy: ToolText(error.remedy)
        )
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
  ) throws(CommandFailure) {
    clock = try Self.clock(of: requests, path, unit)
    var times: [(time: Int64, place: Int)] = []
    times.reserveCapacity(requests.count)
    for (place, request) in requests.enumerated() {
      guard let time = request.time.nanoseconds(clock.unit ?? .nanoseconds), time >= 0 else {
        throw CommandFailure(
          file: "\(path):\(request.line)",
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
      return SessionInput(
        event: Event(
          timestamp: time,
          sequence: 0,
          command: .unknown,
          source: .bridge,
          kind: .message,
          payload: Payload(
            PayloadReference(
              offset: 0,
              length: UInt32(request.text.count),
              tag: UInt32(request.transport.rawValue)
            )
          )
        ),
        text: request.text
      )
    }
  }

  /// What the times count, and from when.
  private static func clock(
    of requests: [CallLogRequest],
    _ path: String,
    _ unit: TimeUnit?
  ) throws(CommandFailure) -> Clock {
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
        throw CommandFailure(
          file: path,
          "some times are dates, and the numbers are none in \(unit.words)",
          remedy: "one clock a file"
        )
      }
      return Clock(unit: unit, isUnix: isUnix, reason: "--time-unit \(unit.rawValue)")
    }
    guard let found = CallLogTime.units.first(where: isWallClock) else {
      throw CommandFailure(
        file: "\(path):\(first.line)",
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
