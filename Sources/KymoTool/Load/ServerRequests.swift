import KymoBridge
import KymoCapture
import KymoClient
import KymoCommandLine
import KymoHTTP
import KymoRecording
import KymoText
import KymoTraffic

/// The requests that `kymo load` sends, and where they are from.
struct ServerRequests {
  /// Whose requests they are: a file, or the one request that is sent without one.
  let name: String
  /// The server.
  let target: HTTPTarget
  /// The requests.
  private(set) var list = RequestList()
  /// The parts of the file that are not sent, by the reason.
  private(set) var leftOut: [(name: String, count: UInt64)] = []

  /// Reads the file that the command line names, if it does.
  ///
  /// - Throws: why there is nothing to send.
  init(_ arguments: ParsedArguments, _ interrupt: Interrupt) throws(CommandFailure) {
    target = try arguments.target()
    let rule = try arguments.commandRule()
    guard let path = arguments.positionalIfGiven("recording") else {
      name = "GET \(target.base.isEmpty ? "/" : target.base)"
      try arguments.check(
        ["only", "command"],
        haveEffectIf: false,
        "is for the requests of a file"
      )
      list.append(HTTPRequest("GET", ""), RequestEncoder(target), command: name, at: 0)
      return
    }
    name = path
    let exchanges: [HTTPExchange]
    if CaptureFile.magic(of: path) != nil {
      let extractor = CaptureExtractor(try CaptureFile.open(path))
      let requests = CapturedRequests(extractor) { interrupt.isRequested }
      if let problem = extractor.problem { throw CommandFailure(problem, file: path) }
      exchanges = requests.exchanges
      leftOut = requests.leftOut
    } else {
      try arguments.check(["command"], haveEffectIf: false, "is for captures of packets")
      exchanges = try Self.calls(path, arguments, interrupt)
    }
    if interrupt.isRequested { throw CommandFailure("interrupted", status: .partial) }
    try add(exchanges, rule ?? .path, Set(arguments.texts("only")), path)
  }

  /// The calls of a recording, as requests.
  private static func calls(
    _ path: String,
    _ arguments: ParsedArguments,
    _ interrupt: Interrupt
  ) throws(CommandFailure) -> [HTTPExchange] {
    let file = try SessionFile.open(path)
    let app = arguments.tool.apps.named(file.app) ?? arguments.tool.apps.first
    let instance = try AppInstance.make(app, AppSetup(file))
    let survey = try BridgeSurvey.read(file, instance.routing, path, interrupt)
    // What could not be read has no text to send.
    let exchanges = survey.exchanges.filter {
      $0.reply?.fields.value(of: BridgeExchange.refusalField) == nil
    }
    return exchanges.map { exchange in
      var exchange = exchange
      // A reply that comes later must not hold a connection up: RFC 7240.
      exchange.request.fields.append(HTTPField("Prefer", "respond-async"))
      return exchange
    }
  }

  private mutating func add(
    _ exchanges: [HTTPExchange],
    _ rule: CommandRule,
    _ only: Set<String>,
    _ path: String
  ) throws(CommandFailure) {
    let encoder = RequestEncoder(target)
    var names: Set<String> = []
    for exchange in exchanges {
      let name = rule.name(of: exchange.request)
      names.insert(name)
      guard only.isEmpty || only.contains(name) else { continue }
      // What was no capture has the one time.
      let (first, last) = (exchange.request.first, exchange.request.last)
      list.append(exchange.request, encoder, command: name, at: first > 0 ? first : last)
    }
    if let unknown = only.subtracting(names).sorted().first, !names.isEmpty {
      throw CommandFailure(
        file: path,
        "it has no requests of '\(unknown)'",
        remedy: "it has those of \(names.sorted().prefix(20).joined(separator: ", "))"
      )
    }
    guard list.count > 0 else {
      throw CommandFailure(
        file: path,
        "it has no requests to send",
        remedy: "see \(.tool) inspect \(path.shellQuoted)"
      )
    }
  }
}
