import KymoBridge
import KymoCapture
import KymoCore
import KymoMCAP
import KymoRecording
import KymoServer
import KymoText

/// A server from its start to its end: one session after the other.
struct ServedRun {
  private let arguments: ParsedArguments
  private let type: any App.Type
  private let setup: AppSetup
  /// Larger captures stay beside the recording, and do not travel in it.
  private static let attachedBytes = 1 << 28

  init(_ arguments: ParsedArguments) {
    self.arguments = arguments
    type = arguments.app
    setup = AppSetup(
      calls: CallRules(mode: arguments.callMode ?? .strict),
      seed: arguments.seed("seed"),
      sandbox: arguments.textIfGiven("sandbox")
    )
  }

  /// What one session came to.
  private struct Session {
    var digest: TraceDigest
    var counted: CountedByApp
    var recording: String?
  }

  func run(_ console: inout Console) throws(CommandFailure) -> ExitStatus {
    let inputs = InputFiles(
      ["tls-key", "tls-certificate"].compactMap { arguments.textIfGiven($0) },
      sandbox: setup.sandbox
    )
    let clock = ServerClock(startingAt: UnsafeWallClock.nanoseconds())
    var configuration = try configuration(at: clock.now)
    // Everything that can fail does so before anybody is told that it serves.
    let instance = try AppInstance.make(type, setup)
    _ = instance
    var capture: OutputFile?
    if let path = arguments.textIfGiven("pcap"), arguments.text("pcap-from") == "server" {
      capture = try OutputFile(path, isNone: inputs)
    }
    _ = console
    configuration.port = UInt16(arguments.integer("port"))
    _ = capture
    return .success
  }

  private func configuration(at now: Int64) throws(CommandFailure) -> ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.address = arguments.text("address")
    return configuration
  }
}
