import KymoBridge
import KymoCore
import KymoRecording
import KymoTool
import JoltLogic

/// Gives the logic what Kymograph's events have, as the phone's app gives it what CoreMotion has.
final class Jolts: App {
  static let name = "Jolts"
  private var jolts = JoltCounter()

  init(_ setup: AppSetup) {}

  var map: CommandMap {
    var map = CommandMap()
    map.business("accel") { [self] exchange in
      let a = exchange.event.payload.acceleration  // In m/s²; at rest, face up, z is +9.81.
      let g = -9.80665  // CoreMotion has g, and there z is -1.
      jolts.take(x: a.x / g, y: a.y / g, z: a.z / g)
      return .proceed
    }
    map.view("jolts") { [self] exchange in
      try exchange.reply(calling: "jolts", .unsigned(UInt64(jolts.count)))
      return .proceed
    }
    return map
  }

  var counters: [SessionResult.Counter] { [.init(name: "jolts", count: UInt64(jolts.count))] }
}

Kymo(apps: [Jolts.self]).main()
