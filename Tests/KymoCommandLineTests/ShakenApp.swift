import KymoBridge
import KymoCore
import KymoRecording

/// An app that handles nothing: it has a name, which is all that a command line asks for.
final class ShakenApp: App {
  static var name: String { "Shaken" }
  static var summary: String { "handles nothing" }

  init(_ setup: AppSetup) {}

  var map: CommandMap { CommandMap() }
  var counters: [SessionResult.Counter] { [] }
}
