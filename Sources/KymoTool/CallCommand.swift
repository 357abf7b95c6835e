import KymoBridge
import KymoCore
import KymoDevice

/// `kymo call`: one command to a simulated phone, and what happens in every stage.
enum CallCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "call",
    abstract: "Send calls to a simulated phone and see every stage.",
    discussion: """
      Sends the text of a call, as JavaScript would, to the app on a simulated phone, and shows what it \
      decodes to, what every handler says, and the reply. The phone lives in logical time: fixes come \
      once a second (the first a cached one), a user taps Done after one to five seconds, and everything \
      that a call brings about later is shown too.

      A call is call?cmd=NAME&msg=TEXT, where TEXT is percent-escaped JSON: a list of parameters, or \
      one. The commands of DeviceCatalog: logMessage, playSound, play, rec, loc, showDate, \
      sendPickResults, switchAccelerometer.
      """,
    positionals: [
      PositionalSpecification(
        "call",
        help: "The text of a call; several are sent one after the other.",
        count: .oneOrMore,
        kind: .text
      )
    ],
    options: [
      .mode,
      .app(App.names, default: App.names[0]),
      OptionSpecification(
        "every",
        "SECONDS",
        kind: .duration,
        default: "1",
        help: "The logical time between two calls."
      ),
      OptionSpecification(
        "motion",
        "KIND",
        kind: .choice(["walk", "drive", "still"]),
        default: "walk",
        help: "Where the phone's fixes come from: walk, drive or still."
      ),
      OptionSpecification(
        "phone",
        "MODEL",
        kind: .choice(["iphone", "ipod-touch"]),
        default: "iphone",
        help: "Which phone: an iPod touch cannot vibrate."
      ),
      OptionSpecification(
        "acceptor",
        "RULE",
        kind: .choice(["first-fresh", "settle"]),
        default: "first-fresh",
        help: "Which fix answers loc: the first younger than 5 s, or one within 1 m of the last."
      ),
      .sandbox,
      .seed(),
      .format,
    ],
    examples: [
      CommandExample("kymo call 'call?cmd=loc'", "where is the phone?"),
      CommandExample("kymo call 'call?cmd=showDate&msg=Date'", "let somebody choose a day"),
      CommandExample(
        #"kymo call 'call?cmd=rec&msg=["a.caf","start"]' 'call?cmd=rec&msg=["a.caf","stop"]' --sandbox ."#,
        "record a second of audio into a file"
      ),
    ],
    exitCodes: [
      ExitCodeNote(.failure, "a call is malformed, unknown or invalid, or failed then or later")
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let calls = CallRules(mode: arguments.callMode ?? .strict)
    var model = arguments.text("phone") == "ipod-touch" ? PhoneModel.iPodTouch : PhoneModel()
    model.seed = arguments.seed("seed")
    if arguments.text("acceptor") == "settle" { model.locationAcceptor = .settle() }
    if let sandbox = arguments.textIfGiven("sandbox") {
      model.storage = .directory(path: sandbox)
    }
    guard let motion = SyntheticSession.Kind(rawValue: arguments.text("motion")) else {
      preconditionFailure("the motion was validated")
    }
    let urls = arguments.positionals("call")
    var session = try CallSession(
      arguments.text("app"),
      calls: calls,
      model: model,
      motion: motion
    )
    let phone = session.phone
    let every = arguments.nanoseconds("every")
    for (index, url) in urls.enumerated() {
      let (time, overflow) = every.multipliedReportingOverflow(by: Int64(index))
      guard !overflow, time < 1 << 60 else { throw .usage("--every is too long for so many calls") }
      try session.send(url, at: time)
    }
    let report = CallReport(
      urls: urls,
      calls: calls,
      steps: session.finish(),
      log: phone?.log.lines.map(\.text) ?? [],
      counters: App.counters(phone)
    )
    if arguments.wantsJSON { console.print(report.json) } else { report.print(to: &console) }
    return report.status
  }
}
