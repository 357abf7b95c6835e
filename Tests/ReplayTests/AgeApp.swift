import KymoCore
import KymoRecording

/// An app without state, which answers every fix with its age: the same in every round, if both times are moved.
final class AgeApp: App {
  static let name = "Age"

  init(_ setup: AppSetup) {}

  var map: CommandMap {
    var map = CommandMap()
    map.view("accel") { exchange in
      exchange.reply(exchange.event.payload.acceleration)
      return .proceed
    }
    map.view("sendloc") { (exchange) throws(HandlerError) in
      let event = exchange.event
      try exchange.reply(text: "\(event.timestamp - event.payload.location.fixTimestamp)")
      return .proceed
    }
    return map
  }
}
