import KymoText
import KymoCapture
import KymoCommandLine
import KymoCore
import KymoMCAP
import KymoRecording
import KymoServer
import KymoTraffic
import Synchronization

/// The capture of a server's traffic: by the kernel, or by the server itself; or none.
struct ServedTraffic: ~Copyable {
  private let path: String?
  private var output: OutputFile?
  private var tap: HandOver<any ServerTap>?
  private var writer: HandOver<ServedCaptureWriter>?
  private let state = ServedCaptureState()
  private var live: LiveCapture?
  private let isAttached: Bool
  /// Larger captures stay beside the recording, and do not travel in it.
  private static let attachedBytes = 1 << 28

  init(_ arguments: ParsedArguments, _ inputs: InputFiles) throws(CommandFailure) {
    path = arguments.textIfGiven("pcap")
    isAttached = arguments.isGiven("record") && !RotatedRecording.isWanted(arguments)
    guard let path, arguments.text("pcap-from") == "server" else { return }
    let output = try OutputFile(path, isNone: inputs)
    self.output = output
    let speaker = "\(arguments.tool.name) serve"
    let started = ServedCaptureWriter.start(output, state) { error in
      UnsafeTerminal.say(
        """
        \(speaker): \(path.printable) can no longer be written: \(error.message); the server goes \
        on, without capturing
        """
      )
    }
    tap = HandOver(started.tap)
    writer = started.writer
  }

  /// Why the capture that the server writes cannot be written any more, for any thread to ask; nil as long as it can.
  var failure: @Sendable () -> String? {
    let state = state
    return { state.failure?.message }
  }

  /// The server's end.
  mutating func takeTap() -> HandOver<any ServerTap>? { tap.take() }

  /// Begins, once the server listens.
  mutating func start(
    _ configuration: ServerConfiguration,
    port: UInt16
  ) throws(CommandFailure) {
    state.port.store(port, ordering: .relaxed)
    guard let path, output == nil else { return }
    let options = LiveCaptureOptions(device: configuration.isLoopback ? "lo" : "any", ports: [port])
    do {
      live = try LiveCapture(options, into: path == "-" ? .descriptor(1) : .file(path))
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Ends the capture; the server has let go of its end.
  mutating func finish(
    _ report: inout ServeReport,
    _ console: inout Console
  ) throws(CommandFailure) {
    guard let path else { return }
    if let live {
      let result = live.stop()
      report.live = LiveCaptureText(
        report: result,
        capture: live,
        destination: path == "-" ? .descriptor(1) : .file(path)
      )
      if let problem = result.problem { throw CommandFailure(problem) }
    }
    guard let output, let writer = writer.take() else { return }
    let written = writer.take().finish()
    if let failure = written.failure {
      let part = output.keep()
      report.brokenCapture = (part, failure.message)
      let kept = part.map { "; what was written so far is kept as \($0)" } ?? ""
      throw CommandFailure("\(CommandFailure(failure, file: path).message)\(kept)")
    }
    _ = try output.finish(wasInterrupted: false, &console)
    report.written = written
    report.capture = path
  }

  /// The capture as an attachment, if there is a recording for it to travel in.
  func attachment(
    _ now: Int64,
    _ report: inout ServeReport
  ) throws(CommandFailure) -> [MCAPAttachment] {
    guard let path, path != "-", isAttached else { return [] }
    let bytes: [UInt8]
    do throws(CommandFailure) {
      bytes = try UnsafeTextFile.bytes(path, limit: Self.attachedBytes)
    } catch {
      report.notAttached = "\(error.message)"
      return []
    }
    return [
      MCAPAttachment(
        logTime: UInt64(clamping: now),
        createTime: UInt64(clamping: now),
        name: SessionFile.captureName,
        mediaType: "application/vnd.tcpdump.pcap",
        data: bytes
      )
    ]
  }
}
