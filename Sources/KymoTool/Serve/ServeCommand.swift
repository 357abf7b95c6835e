import KymoBridge
import KymoCapture
import KymoCommandLine
import KymoCore
import KymoMCAP
import KymoRecording
import KymoServer
import KymoText

/// `kymo serve`: the bridge over HTTP.
enum ServeCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "serve",
    abstract: "Serve an app's bridge over HTTP: commands, sensors, pages.",
    discussion: """
      Runs an app on a simulated phone, and any client can send it commands: a phone's browser, \
      curl, an app under test. Only this machine can reach it, unless --address says otherwise; \
      that needs --token and --tls. Ctrl-C ends it: the server answers what it has accepted, and \
      completes the recording.
      """,
    positionals: [],
    options: [
      OptionSpecification(
        "port",
        "N",
        kind: .integer(0...65_535),
        default: "8080",
        help: "The port; 0 picks a free one and prints it."
      ),
      OptionSpecification(
        "address",
        "ADDRESS",
        default: "127.0.0.1",
        help: "The address to listen on; 0.0.0.0 or :: for all of this machine."
      ),
      .newApp,
      .mode,
      .sandbox.rare,
      .seed(default: "0").rare,
      OptionSpecification(
        "record",
        "FILE",
        kind: .file,
        help: "Record the session, with its trace, to FILE, which must not exist yet."
      ),
      OptionSpecification(
        "recordings",
        "DIR",
        kind: .file,
        help: "Let clients start and stop recordings, and keep them in DIR."
      ),
      OptionSpecification(
        "uploads",
        "DIR",
        kind: .file,
        help: "Keep what kymo-recorder.js posts to /recorder as files in DIR, which exists."
      ),
      OptionSpecification(
        "max-upload",
        "BYTES",
        kind: .integer(1024...(1 << 30)),
        default: "67108864",
        help: "With --uploads: the longest file; more is refused with 413."
      ).rare,
      OptionSpecification(
        "rotate-size",
        "BYTES",
        kind: .integer(1024...Int.max),
        help: "With --record S.mcap: begin a new file, S-00002.mcap and so on, once one has BYTES."
      ),
      OptionSpecification(
        "rotate-time",
        "SECONDS",
        kind: .duration,
        help: "With --record S.mcap: begin a new file whenever one is as old as this."
      ),
      OutputOptions.compression,
      OutputOptions.flushInterval,
      OptionSpecification(
        "pcap",
        "FILE",
        kind: .file,
        help:
          "Capture the traffic to FILE; with --record it is also attached to a recording that is one file."
      ),
      OptionSpecification(
        "pcap-from",
        "WHERE",
        kind: .choice(["kernel", "server"]),
        default: "kernel",
        help: """
          Where to capture: in the kernel (packets, with libpcap) or in the server (what it reads \
          and writes).
          """
      ).rare,
      OptionSpecification(
        "from",
        "CAPTURE",
        kind: .file,
        help: "Answer each request as in CAPTURE, or with 404 if it is not in there."
      ),
      OptionSpecification(
        "page",
        "DIR",
        kind: .file,
        help: "Serve the files of DIR in place of the built-in page."
      ),
      OptionSpecification(
        "tls-key",
        "FILE",
        kind: .file,
        help: "With --tls: the private key, as PEM; a new one if not given."
      ),
      OptionSpecification(
        "tls-certificate",
        "FILE",
        kind: .file,
        help: "With --tls-key: its certificate, as PEM."
      ).rare,
      OptionSpecification(
        "token",
        "TEXT",
        help: "Require TEXT, 16 characters or more, from clients; others here see it in `ps`."
      ),
      OptionSpecification(
        "token-file",
        "FILE",
        kind: .file,
        help: "Require the one line of FILE from clients; without an option, that of KYMO_TOKEN."
      ).rare,
      OptionSpecification(
        "allow-host",
        "NAME",
        isRepeatable: true,
        help: "A further name or address by which clients call this server."
      ).rare,
      OptionSpecification(
        "allow-origin",
        "ORIGIN",
        isRepeatable: true,
        help: "Let pages of ORIGIN, such as https://example.org, use it."
      ).rare,
      OptionSpecification(
        "reply-timeout",
        "SECONDS",
        kind: .duration,
        default: "30",
        help: "How long a response waits for a late reply; after that it is 202."
      ).rare,
      OptionSpecification(
        "max-body",
        "BYTES",
        kind: .integer(1...(1 << 28)),
        default: "1048576",
        help: "The longest body; more is refused with 413."
      ).rare,
      OptionSpecification(
        "max-connections",
        "N",
        kind: .integer(1...100_000),
        default: "1024",
        help: "Connections at once; more are refused with 503."
      ).rare,
      OptionSpecification(
        "request-timeout",
        "SECONDS",
        kind: .duration,
        default: "10",
        help: "How long a request may take to arrive; after that it is answered 408."
      ).rare,
      .duration(help: "End after this time; at Ctrl-C if not given."),
      .format,
    ],
    flags: [
      FlagSpecification(
        "tls",
        help: "Speak HTTPS; without --tls-key, with a certificate made at start."
      ),
      FlagSpecification("force", help: "With --record: replace an existing recording."),
      FlagSpecification(
        "series",
        help: "With --record S.mcap: record to S-00001.mcap and so on, one for each start."
      ).rare,
      OutputOptions.synchronizes,
    ],
    examples: [
      CommandExample("kymo serve", "the page at http://127.0.0.1:8080"),
      CommandExample(
        "kymo serve --record session.mcap --pcap traffic.pcap --pcap-from server",
        "keep the session, and its traffic"
      ),
      CommandExample(
        "kymo serve --record day.mcap --rotate-time 1h",
        "for days: a file for each hour, which `kymo replay day-*.mcap` reads as one"
      ),
      CommandExample(
        "kymo serve --from traffic.pcap",
        """
        give the captured answers of another server
        """
      ),
      CommandExample(
        "kymo serve --address 0.0.0.0 --tls --token CHOOSE-SIXTEEN-LETTERS",
        "for the phone in your hand"
      ),
    ],
    exitCodes: [
      ExitCodeNote(.failure, "the port is taken, a file cannot be written, a key cannot be used"),
      ExitCodeNote(.partial, "the capture or the recording is incomplete"),
    ]
  ).explained(in: .serving, .captures)

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    try arguments.check(
      ["tls-key"],
      haveEffectIf: arguments.flag("tls"),
      "needs --tls"
    )
    try arguments.check(
      ["tls-certificate"],
      haveEffectIf: arguments.isGiven("tls-key"),
      "needs --tls-key"
    )
    try arguments.check(
      ["pcap-from"],
      haveEffectIf: arguments.isGiven("pcap"),
      "needs --pcap"
    )
    try arguments.check(
      ["compression", "flush-interval", "fsync"],
      haveEffectIf: arguments.isGiven("record") || arguments.isGiven("recordings"),
      "needs --record or --recordings"
    )
    try arguments.check(
      ["force", "series", "rotate-size", "rotate-time"],
      haveEffectIf: arguments.isGiven("record"),
      "needs --record"
    )
    try arguments.check(
      ["max-upload"],
      haveEffectIf: arguments.isGiven("uploads"),
      "needs --uploads"
    )
    if arguments.flag("force"), arguments.flag("series") {
      throw .usage("--force and --series exclude each other: a series replaces nothing")
    }
    if arguments.flag("series"), arguments.text("record") == "-" {
      throw .usage("--series is for files, and --record - is standard output")
    }
    try checkRotation(arguments)
    try arguments.check(
      [
        "app", "mode", "sandbox", "seed", "record", "recordings", "uploads", "page",
        "reply-timeout",
      ],
      haveEffectIf: !arguments.isGiven("from"),
      "is for an app, and --from answers from a capture"
    )
    if arguments.isGiven("record"), arguments.isGiven("recordings") {
      throw .usage(
        "--record and --recordings exclude each other: clients say when, or everything is recorded"
      )
    }
    if let path = arguments.textIfGiven("record"), path != "-",
      let key = try UnsafeOutputPlace(path).key, let pcap = arguments.textIfGiven("pcap"),
      try UnsafeOutputPlace(pcap).key == key
    {
      throw .usage("--record and --pcap are the same file")
    }
    if arguments.textIfGiven("pcap") == "-", arguments.textIfGiven("record") == "-" {
      throw .usage("--record and --pcap cannot both be standard output")
    }
    var run = try ServedRun(arguments)
    return try run.run(&console)
  }

  private static func checkRotation(_ arguments: ParsedArguments) throws(CommandFailure) {
    guard RotatedRecording.isWanted(arguments) else { return }
    if arguments.nanosecondsIfGiven("rotate-time") == 0 {
      throw .usage("--rotate-time must not be 0")
    }
    if arguments.flag("force") { throw .usage("--force and --rotate-… exclude each other") }
    if arguments.isGiven("record"), arguments.text("record") == "-" {
      throw .usage("standard output is one file: --rotate-… needs --record FILE")
    }
  }
}
