import KymoCore
import KymoRecording

/// Listens to an IMU of ROS 2 and to notes: reports how fast the robot turns, and repeats what was noted.
final class RobotLog: App {
  static let name = "RobotLog"
  static let channels: [InputChannel] = [
    .imu.topic("/robot/imu"),
    .data("/note", messageEncoding: "text", command: "note"),
    .gyroscope,
  ]

  private var notes: UInt64 = 0

  init(_ setup: AppSetup) {}

  var map: CommandMap {
    var map = CommandMap()
    map.view("imu") { exchange in
      let turn = try exchange.withCDR { imu throws(CDRError) in
        _ = try imu.header()
        try imu.skip(doubles: 4 + 9)  // The orientation and its covariance.
        return try imu.vector()
      }
      exchange.reply(Acceleration(x: turn.x, y: turn.y, z: turn.z))
      return .proceed
    }
    map.view("note") { [self] exchange in
      notes += 1
      try exchange.reply(text: "\(notes): \(exchange.withData { $0.text } ?? "")")
      return .proceed
    }
    map.view("gyroscope") { exchange in
      exchange.reply(exchange.event.payload.acceleration)
      return .proceed
    }
    return map
  }

  var counters: [SessionResult.Counter] { [.init(name: "notes", count: notes)] }
}
