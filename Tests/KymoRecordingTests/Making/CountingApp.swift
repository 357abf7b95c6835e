import KymoCore
import KymoRecording

/// An app that answers samples, some of them later, and counts them.
final class CountingApp: App {
  static let name = "Counting"

  private var samples: UInt64 = 0

  init(_ setup: AppSetup) {}

  var map: CommandMap {
    var map = CommandMap()
    let later = map.raise("later")
    map.view("accel") { [self] (exchange) throws(HandlerError) in
      samples += 1
      let time = exchange.event.timestamp
      if samples % 3 == 0 { try exchange.raise(later, at: time + 5) }
      return .proceed
    }
    map.view("later") { (exchange) throws(HandlerError) in
      let event = exchange.event
      if event.sequence % 2 == 0 { try exchange.raise(later, at: event.timestamp + 7) }
      try exchange.reply(text: "\(event.timestamp)")
      return .proceed
    }
    return map
  }

  var counters: [SessionResult.Counter] { [.init(name: "samples", count: samples)] }

  /// Samples at some times, without commands or sequences.
  static func samples(at times: [Int64]) -> [Event] {
    times.map { time in
      Event(
        timestamp: time,
        sequence: 0,
        command: .unknown,
        source: .accelerometer,
        kind: .acceleration,
        payload: Payload(Acceleration(x: Double(time), y: 0, z: 9.81))
      )
    }
  }
}
