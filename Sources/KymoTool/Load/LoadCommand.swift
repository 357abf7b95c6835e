import KymoCommandLine
import KymoReport

/// `kymo load`: load for a live server, over HTTP.
enum LoadCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "load",
    abstract: "Offer open load to a live server, and measure its replies.",
    discussion: """
      Offers load over HTTP from one thread, on a schedule that is fixed before the start. Sends \
      the calls of a recording as GET /call?cmd=…&msg=…, or the requests of a capture as they are; \
      without a file, GET of the URL itself. Response time counts from the time at which a request \
      was due, even if all --connections were busy; service time counts from when it was sent. \
      Replies of 400 and above count as failed. A request without a reply makes the run invalid.
      """,
    positionals: [
      .url,
      PositionalSpecification(
        "recording",
        help: "The requests to send: a capture, or the calls of a .mcap file.",
        count: .optional
      ),
    ],
    options: [
      .rate(default: "1000", help: "The mean rate that is offered, or where a sweep starts."),
      .duration(default: "5", help: "How long requests are offered; in a sweep, at each rate."),
      ServerLoad.connections,
      .timeout,
      LoadOption.arrivals,
    ] + LoadOption.bursts + [
      .seed(),
      LoadOption.warmUp,
      LoadOption.deadline,
      OptionSpecification(
        CommandFilter.option.name,
        CommandFilter.option.placeholder,
        isRepeatable: true,
        help: "Send only the requests of this command."
      ),
      .commandRule,
      .format,
      .export(ExportFormat.names(for: .run), of: "the result"),
    ] + BaselineStore.all + [
      LimitOptions.slo, LimitOptions.limit, LimitOptions.misses.rare, SweepOptions.resolution,
    ],
    flags: [LoadMode.sweep, LiveLine.serverFlag, LimitOptions.strict, PercentilePlot.flag],
    examples: [
      CommandExample(
        "kymo load http://127.0.0.1:8080 bridge.pcap --rate 5000 --connections 32",
        "the requests of a capture, 5,000 a second"
      ),
      CommandExample(
        "kymo load http://127.0.0.1:8080/ping --slo p99=2ms --export junit",
        "one request again and again, with a limit"
      ),
      CommandExample(
        "kymo load http://127.0.0.1:8080 bridge.pcap --sweep --slo p99=5ms",
        "the highest rate with 99 % of the replies within 5 ms"
      ),
    ],
    exitCodes: [
      ExitCodeNote(.regression, "a limit is broken: of --limit, --slo or --deadline-misses"),
      ExitCodeNote(
        .partial,
        """
        the run is invalid: overloaded, requests without a reply, or interrupted; or no rate of a \
        sweep meets its objective
        """
      ),
      ExitCodeNote(
        .failure,
        "the server cannot be reached, the file cannot be read, the baseline is of something else, or a file "
          + "is not written"
      ),
    ]
  ).explained(in: .arrivals, .figures, .captures, .limits, .exports)

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    switch try LoadMode(arguments) {
    case .run(let load): try ServerLoad.run(load, arguments, console: &console)
    case .sweep(let options): try ServerSweep.run(options, arguments, console: &console)
    }
  }
}
