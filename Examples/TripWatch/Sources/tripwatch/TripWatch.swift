import KymoBridge
import KymoCore
import KymoRecording

/// The app's own errors: numbers from 256 on, which recordings keep.
enum TripError: UInt16, CodedError {
  case notMoving = 256
  case brokenGyroscope = 257
}

/// Watches trips: when one begins and ends, and how often it turns.
final class TripWatch: App {
  static let name = "TripWatch"
  static let summary = "trip, which answers with seconds and turns"
  // The usual channels, and one more. What an app does not list is recorded, and not dispatched.
  static let channels = InputChannel.usual + [.gyroscope]
  static let sessions = [commute]

  private let turns = Turns()
  private var idle: CommandID?
  private var start: Int64?
  private var end: RaisedEvent?

  init(_ setup: AppSetup) {}

  var map: CommandMap {
    var map = CommandMap()
    idle = map.raise("idle")
    map.business("accel") { [self] exchange in
      let a = exchange.event.payload.acceleration
      let length = (a.x * a.x + a.y * a.y + a.z * a.z).squareRoot()
      guard abs(length - 9.81) > 1, let idle else { return .proceed }
      // It moves: the trip ends ten seconds after the last time that it did.
      start = start ?? exchange.event.timestamp
      if let end { exchange.cancel(end) }
      end = try exchange.raise(idle, at: exchange.event.timestamp + 10_000_000_000)
      return .proceed
    }
    map.view("idle") { [self] exchange in
      (start, end) = (nil, nil)
      try exchange.reply(calling: "idle", .unsigned(turns.count))
      return .proceed
    }
    map.business("gyroscope", turns)
    map.view("trip") { [self] exchange in
      guard let start else { throw TripError.notMoving }
      let seconds = Double(exchange.event.timestamp - start) / 1e9
      try exchange.reply(calling: "trip", .array([.number(seconds), .unsigned(turns.count)]))
      return .proceed
    }
    return map
  }

  var counters: [SessionResult.Counter] { [.init(name: "turns", count: turns.count)] }

  static func errorName(_ code: UInt16) -> String? { TripError(rawValue: code).map { "\($0)" } }
}

/// Counts turns: a handler that is a class is faster than a closure, and allocates nothing when it throws.
final class Turns: Handler {
  private(set) var count: UInt64 = 0
  private var isTurning = false

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let rate = exchange.event.payload.double(2)  // About the axis out of the screen, in rad/s.
    guard rate.isFinite else { throw HandlerError(code: TripError.brokenGyroscope.code) }
    if abs(rate) > 1, !isTurning { count += 1 }
    isTurning = abs(rate) > 1
    return .proceed
  }
}

extension TripWatch {
  /// A session for `tripwatch synth commute`: it moves for half of the time, turns, and is asked every ten seconds.
  static let commute = AppSession(
    "commute",
    summary: "a trip with turns, and a page that asks for it",
    maximumNanoseconds: 3_600_000_000_000
  ) { wishes in
    var random = SplitMix64(seed: wishes.seed)
    var list: [SessionInput] = []
    for time in stride(from: 0, to: wishes.durationNanoseconds, by: 10_000_000) {
      let isMoving = time < wishes.durationNanoseconds / 2
      let push = isMoving ? Double(random.next() % 6) : 0
      let turn = isMoving && random.next() % 400 == 0 ? 1.5 : 0
      list.append(.acceleration(Acceleration(x: 0, y: push, z: 9.81), at: time))
      list.append(.gyroscope(x: 0, y: 0, z: turn, at: time))
      if time % 10_000_000_000 == 5_000_000_000 { list.append(.call("call?cmd=trip", at: time)) }
    }
    var description = SessionDescription(origin: "tripwatch commute", seed: wishes.seed)
    description.calls = CallRules(mode: wishes.mode)
    return SessionInputs(description: description, list: list)
  }
}
