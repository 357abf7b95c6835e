import KymoBridge
import KymoCore
import KymoRecording

enum StepError: UInt16, CodedError {
  case unknownUnit = 256
}

/// Counts steps, says when somebody leaves home or comes back, and answers the page: call?cmd=steps&msg="km".
final class StepCounter: App {
  static let name = "StepCounter"
  static let summary = "steps, with a unit: count or km"

  private var steps: UInt64 = 0
  private var wasUp = false
  private var isHome = true
  private var home: Location?

  init(_ setup: AppSetup) {}

  var map: CommandMap {
    var map = CommandMap()
    map.business("accel") { [self] exchange in
      let a = exchange.event.payload.acceleration
      let isUp = a.x * a.x + a.y * a.y + a.z * a.z > 121  // More than 11 m/s² is the foot's impact.
      if isUp, !wasUp { steps += 1 }
      wasUp = isUp
      return .proceed
    }
    map.view("sendloc") { [self] exchange in
      let fix = exchange.event.payload.location
      let start = home ?? fix  // Home is where the first fix was.
      let isNear = abs(fix.latitude - start.latitude) < 0.0003
      if home != nil, isNear != isHome { try exchange.reply(calling: "home", .bool(isNear)) }
      (home, isHome) = (start, isNear)
      return .proceed
    }
    map.view("steps") { [self] exchange in
      switch try exchange.string(at: 1) {
      case "count": try exchange.reply(calling: "steps", .unsigned(steps))
      case "km": try exchange.reply(calling: "steps", .number(Double(steps) * 0.0007))
      default: throw StepError.unknownUnit
      }
      return .proceed
    }
    return map
  }

  var counters: [SessionResult.Counter] { [.init(name: "steps", count: steps)] }

  static func errorName(_ code: UInt16) -> String? { StepError(rawValue: code).map { "\($0)" } }
}
