import KymoBridge
import KymoCore
import KymoRecording
import KymoText

/// An app that answers every acceleration with a number that something else than its input has a part in.
protocol SinApp: App {
  /// The number.
  func number(_ acceleration: Acceleration) -> UInt64
}

extension SinApp {
  static var summary: String { "depends on more than its input" }

  var map: CommandMap {
    var map = CommandMap()
    map.view("accel") { exchange in
      let number = self.number(exchange.event.payload.acceleration)
      try exchange.reply(calling: "number", .unsigned(number))
      return .proceed
    }
    return map
  }
}
