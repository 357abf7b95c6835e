import KymoCapture
import KymoClient
import KymoCommandLine
import KymoCore
import KymoHTTP
import KymoText
import KymoTraffic
import KymoTrials

/// `kymo send`: the requests of a capture to a live server, and its replies beside the captured ones.
enum SendCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "send",
    abstract: "Send a capture to a live server, and compare its replies.",
    discussion: """
      Sends the requests of a capture to a live server, on as many connections and in the order of \
      the capture. By default each goes out as soon as the replies before it have come, with \
      --speed at its time in the capture. Host becomes that of the target. Headers of a single \
      connection, Expect, and the framing of a body are written anew. Requests are not pipelined.

      Status, header and body of each reply are compared with the captured ones, after decoding. \
      The first that differs is shown in full, and each member of JSON that differs is counted by \
      its path. --ignore header:NAME leaves out a field of the header, --ignore json:/POINTER a \
      member of the body. --map json:/token replaces the captured token with the server's new one \
      in later requests.
      """,
    positionals: [
      PositionalSpecification("capture", help: "The capture, pcap or pcapng."),
      .url,
    ],
    options: [
      .speed(default: "max"),
      OptionSpecification(
        "ignore",
        "FIELD",
        isRepeatable: true,
        help: "Do not compare header:NAME, or json:/POINTER in bodies; separated by commas."
      ),
      OptionSpecification(
        "map",
        "FIELD",
        isRepeatable: true,
        help: """
          In later requests, replace the captured value of json:/POINTER with the new reply's \
          value; separated by commas.
          """
      ),
      .timeout,
      .format,
    ],
    examples: [
      CommandExample(
        "kymo send bridge.pcap http://127.0.0.1:8080",
        "does a live server still answer as it did?"
      ),
      CommandExample(
        "kymo send bridge.pcap http://127.0.0.1:8080 --map json:/token --ignore header:Date",
        "the same with a login, and another day"
      ),
      CommandExample(
        "kymo send bridge.pcap http://127.0.0.1:8080 --speed 1",
        "at the times at which the requests came"
      ),
    ],
    exitCodes: [
      ExitCodeNote(.diverged, "a reply differs from the captured one, or is missing"),
      ExitCodeNote(.partial, "a part of the capture is missing, or it was interrupted"),
      ExitCodeNote(.failure, "the capture cannot be read, or the server cannot be reached"),
    ]
  ).explained(in: .captures)

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let path = arguments.positional("capture")
    let options = try SendOptions(arguments)
    guard CaptureFile.magic(of: path) != nil else {
      // What is not there is no capture for another reason.
      if UnsafeFileIdentity(path: path) == nil { _ = try CaptureFile.open(path) }
      throw CommandFailure(
        file: path,
        "it is not a capture of packets",
        remedy: "of a recording: \(.tool) export \(path.shellQuoted) --to pcap -o FILE"
      )
    }
    let extractor = CaptureExtractor(try CaptureFile.open(path))
    let interrupt = console.interrupt
    let requests = CapturedRequests(extractor) { interrupt.isRequested }
    if interrupt.isRequested { throw CommandFailure("interrupted", status: .partial) }
    guard !requests.exchanges.isEmpty else {
      if let problem = extractor.problem { throw CommandFailure(problem, file: path) }
      throw CommandFailure(
        file: path,
        requests.count == 0 ? "it has no HTTP" : "it has no request that can be sent again",
        remedy: "see \(.tool) inspect"
      )
    }
    let replay = options.replay(of: requests.exchanges)
    console.note("sending \(requests.exchanges.count) requests to \(options.target.text)")
    var result: HTTPReplayResult
    console.beginProgress("sending", of: requests.exchanges.count, unit: "requests")
    do throws(ClientError) {
      result = try replay.run(shouldStop: { interrupt.isRequested }) { console.progress(to: $0) }
      console.endProgress()
    } catch {
      throw CommandFailure(
        file: options.target.text,
        "the server cannot be reached: \(error)",
        remedy: "is it running, and is this its port?"
      )
    }
    var comparison = ReplyComparison(ignoring: options.ignored)
    for (index, exchange) in requests.exchanges.enumerated() {
      switch result.exchanges[index].outcome {
      case .notSent: continue
      case .neverSent(let error):
        comparison.fail(exchange, "never sent: \(error)", index: index)
      case .failed(let error): comparison.fail(exchange, "\(error)", index: index)
      case .replied(let reply):
        let expected = exchange.reply.map { result.map.expected($0) }
        comparison.add(exchange, expected: expected, actual: reply, index: index)
      }
    }
    let report = SendReport(
      path: path,
      target: options.target,
      speed: arguments.text("speed"),
      requests: requests,
      result: result,
      comparison: comparison.result,
      ignored: arguments.texts("ignore")
    )
    if arguments.wantsJSON { console.print(report.json) } else { report.print(to: &console) }
    if let problem = extractor.problem { throw CommandFailure(problem, file: path) }
    if result.wasInterrupted { console.complain("interrupted") }
    return report.status
  }
}
