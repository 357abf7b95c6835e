import KymoCore
import KymoRecording

/// An app that says which event it was asked by.
final class EchoApp: App {
  static var name: String { "EchoApp" }
  static var summary: String { "echoes" }

  init(_ setup: AppSetup) {}

  var map: CommandMap {
    var map = CommandMap()
    map.view("echo") { exchange throws(HandlerError) in
      try exchange.reply(text: "e\(exchange.event.sequence)")
      return .proceed
    }
    map.view("silent") { _ in .proceed }
    map.business("accel") { _ in .proceed }
    map.view("fail") { _ throws(HandlerError) in throw HandlerError(code: 300) }
    return map
  }
}
