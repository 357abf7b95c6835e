import KymoCore
import KymoRecording

/// An app of somebody else's: counts what it gets, and fails with an error of its own.
final class StepApp: App {
  static var name: String { "StepApp" }
  static var summary: String { "steps" }
  static var choices: [AppChoice] {
    [AppChoice("gait", "KIND", values: ["slow", "fast"], help: "How somebody walks.")]
  }

  private var samples: UInt64 = 0
  private let gait: String

  init(_ setup: AppSetup) { gait = setup.choices["gait"] ?? "slow" }

  var map: CommandMap {
    var map = CommandMap()
    map.business("accel") { [self] _ in
      samples += 1
      return .proceed
    }
    map.view("steps") { [self] exchange throws(HandlerError) in
      guard exchange.parameterCount == 1 else { throw HandlerError(code: 300) }
      try exchange.reply(text: "\(samples) \(gait)")
      return .proceed
    }
    return map
  }

  var counters: [SessionResult.Counter] { [.init(name: "samples", count: samples)] }

  static func errorName(_ code: UInt16) -> String? { code == 300 ? "steps takes nothing" : nil }
}
