import Glibc
import KymoCapture
import KymoCommandLine
import KymoText
import KymoTrials

/// `kymo capture`: packets of a device into a file.
enum CaptureCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "capture",
    abstract: "Capture packets of TCP from a device into a pcap file.",
    discussion: """
      Writes the IPv4 and IPv6 packets that pass a device on the given ports, until Ctrl-C, \
      --duration or --count. Times are in ns if the device has them. The file has its final name \
      from the start and ends with a whole packet after every write, so it can be followed while \
      it grows. An earlier capture of that name is replaced; any other file is not. A line on \
      standard error says when capturing has begun.

      At the end it prints how many packets the kernel handed over, and the kernel's own counters. \
      The counters alone do not measure loss: the loopback device counts each packet twice. Known \
      losses (ps_drop, ps_ifdrop) are reported, and the exit code is then 3.

      Packets are in the file as soon as the kernel hands them over, whatever becomes of the \
      process then. --fsync waits for the disk, too.

      With --rotate-size or --rotate-time, FILE names a series: NAME-00001.pcap and so on. --files \
      keeps the newest of them. Rotation goes by the times of the packets.

      Needs root or CAP_NET_RAW.
      """,
    options: [
      OptionSpecification(
        "interface",
        short: "i",
        "DEVICE",
        help: "The device, such as lo, or any for all; --list shows them."
      ),
      OptionSpecification(
        "port",
        "N",
        kind: .integer(1...65_535),
        isRepeatable: true,
        help: "A TCP port, at either end; all of TCP if not given."
      ),
      OptionSpecification(
        "write",
        short: "w",
        "FILE",
        kind: .file,
        help: "The capture to write; - is standard output, for a pipe."
      ),
      .duration(help: "Stop after this time."),
      OptionSpecification(
        "count",
        "N",
        kind: .integer(1...Int.max),
        help: "Stop after N packets."
      ),
      OptionSpecification(
        "rotate-size",
        "BYTES",
        kind: .integer(1024...Int.max),
        help: "Begin a new file before the current one exceeds BYTES."
      ),
      OptionSpecification(
        "rotate-time",
        "SECONDS",
        kind: .duration,
        help: "Begin a new file for each interval, counted from the first packet."
      ),
      OptionSpecification(
        "files",
        "N",
        kind: .integer(1...1_000_000),
        help: "Keep the newest N files of the series."
      ),
      OptionSpecification(
        "buffer",
        "MIB",
        kind: .integer(1...2047),
        default: "64",
        help: "The size of the kernel's buffer, in MiB."
      ),
      OptionSpecification(
        "snapshot",
        "BYTES",
        kind: .integer(64...LiveCaptureOptions.maximumSnapshotBytes),
        default: String(LiveCaptureOptions.maximumSnapshotBytes),
        help: "The most bytes to keep of a packet."
      ),
      .format,
    ],
    flags: [
      FlagSpecification(
        "fsync",
        help: "Wait for the disk once a second, so that a loss of power loses no more."
      ),
      FlagSpecification("list", help: "List the devices, and capture nothing."),
    ],
    examples: [
      CommandExample("kymo capture -i lo --port 8080 -w bridge.pcap", "until Ctrl-C"),
      CommandExample(
        "kymo capture -i lo --port 8080 -w bridge.pcap --rotate-size 100000000 --files 10",
        "the last gigabyte, for as long as it takes"
      ),
      CommandExample(
        "kymo capture -i lo --port 8080 -w - | tshark -r - -Y http",
        "into another program"
      ),
    ],
    exitCodes: [
      ExitCodeNote(.partial, "packets are known to be missing: the kernel says so"),
      ExitCodeNote(
        .failure,
        "it could not capture or write; what was written so far is a valid capture"
      ),
    ]
  )

  /// How often it looks whether it shall stop, in µs.
  private static let pauseMicroseconds: UInt32 = 20_000

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    if arguments.flag("list") { return list(arguments, &console) }
    let (options, destination) = try options(arguments)
    console.isOutputTaken = destination == .descriptor(1)
    let capture: LiveCapture
    do { capture = try LiveCapture(options, into: destination) } catch {
      throw CommandFailure(error)
    }
    console.note(
      "\(console.speaker): capturing on \(options.device), \(options.filter), into \(destination.name)"
    )
    wait(for: capture, arguments.nanosecondsIfGiven("duration"), &console)
    let report = capture.stop()
    if destination == .descriptor(1), case .output(EPIPE) = report.problem?.kind {
      // Whoever reads has enough, as `head` has.
      console.flush()
      UnsafeSignals.dieOfClosedPipe()
    }
    let told = LiveCaptureText(report: report, capture: capture, destination: destination)
    if arguments.wantsJSON { console.print(told.json) } else { told.print(to: &console) }
    if let problem = report.problem { throw CommandFailure(problem) }
    if let missing = told.missing { throw CommandFailure(missing, status: .partial) }
    return .success
  }

  /// Reads what shall be captured, and where it goes.
  private static func options(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> (LiveCaptureOptions, CaptureDestination) {
    guard let device = arguments.textIfGiven("interface") else {
      throw .usage("-i DEVICE is missing, such as -i lo; --list shows the devices")
    }
    guard let path = arguments.textIfGiven("write") else {
      throw .usage("-w FILE is missing, such as -w capture.pcap; - is standard output")
    }
    var options = LiveCaptureOptions(
      device: device,
      ports: arguments.texts("port").compactMap { UInt16($0) }
    )
    options.packetLimit = arguments.integerIfGiven("count").map { UInt64($0) }
    options.bufferBytes = arguments.integer("buffer") << 20
    options.snapshotBytes = arguments.integer("snapshot")
    options.synchronizes = arguments.flag("fsync")
    let bytes = arguments.integerIfGiven("rotate-size").map { UInt64($0) }
    let time = arguments.nanosecondsIfGiven("rotate-time")
    try arguments.check(
      ["files"],
      haveEffectIf: bytes != nil || time != nil,
      "needs --rotate-size or --rotate-time"
    )
    if time == 0 { throw .usage("--rotate-time must not be 0") }
    guard bytes != nil || time != nil else {
      return (options, path == "-" ? .descriptor(1) : .file(path))
    }
    if path == "-" { throw .usage("standard output is one file: --rotate-… needs -w FILE") }
    options.rotation = CaptureRotation(
      bytes: bytes,
      nanoseconds: time,
      files: arguments.integerIfGiven("files")
    )
    return (options, .file(path))
  }

  /// Waits until the capture ends, the user ends it, or the time is over.
  private static func wait(
    for capture: LiveCapture,
    _ duration: Int64?,
    _ console: inout Console
  ) {
    let interrupt = console.interrupt
    let start = MonotonicTime.nanoseconds()
    console.beginProgress("capturing", of: nil, unit: "packets")
    while capture.isRunning, !interrupt.isRequested {
      if let duration, MonotonicTime.nanoseconds() - start >= duration { break }
      usleep(pauseMicroseconds)
      console.progress(to: Int(clamping: capture.packets))
    }
    console.endProgress()
  }

  private static func list(_ arguments: ParsedArguments, _ console: inout Console) -> ExitStatus {
    let devices = CaptureDevice.all()
    if arguments.wantsJSON {
      console.print(LiveCaptureText.json(devices))
      return .success
    }
    for device in devices {
      let notes = [
        device.isLoopback ? "loopback" : "", device.isUp ? "" : "down",
        device.description.printable,
      ]
      let note = notes.filter { !$0.isEmpty }.joined(separator: ", ")
      console.print(device.name.printable + (note.isEmpty ? "" : "  \(note)"))
    }
    return .success
  }
}
