import KymoBench
import KymoBridge
import KymoCore
import KymoDevice
import KymoRecording
import KymoReport

/// The recording that a benchmark offers, and the application that handles it.
struct BenchSource {
  /// The recording, as the user named it.
  let path: String
  let file: SessionFile
  /// The name of the application.
  let app: String
  /// How the page's calls are read; nil for a session without a page.
  let calls: CallRules?
  private let arguments: ParsedArguments

  /// Opens what the command line names.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    path = arguments.positional("recording")
    file = try SessionFile.open(path)
    app = arguments.textIfGiven("app") ?? ReplayCommand.knownApp(file)
    calls = App.calls(file, arguments)
  }

  /// Whose rules hold for the page's calls, in a word; nil without a page.
  var mode: String? { calls?.mode.rawValue }

  /// The application, with new handlers.
  func instance() throws(CommandFailure) -> App {
    try App(app, calls: calls, model: App.model(file))
  }

  /// Which events are offered.
  func filter(_ instance: borrowing App) throws(CommandFailure) -> CommandFilter {
    try CommandFilter(arguments, app, instance.table)
  }

  /// The events of the channels that the application listens to: what it does not is no load.
  func events(_ instance: borrowing App) throws(SessionError) -> SessionEvents {
    var routing = instance.routing
    routing.passed = nil
    return try file.events(routing)
  }

  /// The first events that are offered, `limit` of them at most, with their messages.
  func workload(_ instance: borrowing App, limit: Int) throws(CommandFailure) -> Workload {
    let filter = try filter(instance)
    var list: [Event] = []
    var messages: [UInt8] = []
    do {
      var events = try events(instance)
      while list.count < limit, var event = try events.next() {
        guard filter.accepts(event) else { continue }
        if event.kind.isReference {
          var reference = event.payload.reference
          reference.offset = UInt64(messages.count)
          events.withMessage(of: event) { messages.append(copying: $0) }
          event.payload = Payload(reference)
        }
        list.append(event)
      }
    } catch { throw CommandFailure(error, file: path) }
    guard !list.isEmpty else { throw Self.noEvents(path, filter) }
    do { return try Workload(events: list, messages: messages) } catch {
      throw CommandFailure(file: path, "\(error)")
    }
  }

  /// What is measured of a workload, and where.
  func subject(_ workload: Workload) -> BenchSubject {
    BenchSubject(
      recording: path,
      inputDigest: TraceDigest.text(workload.digest),
      app: app,
      mode: mode,
      machine: .host
    )
  }

  /// The failure over a recording in which there is nothing to offer.
  static func noEvents(_ path: String, _ filter: CommandFilter) -> CommandFailure {
    guard filter.names.isEmpty else {
      return CommandFailure(
        file: path,
        "it has no events of \(filter.names.joined(separator: " or "))",
        remedy: "see kymo inspect"
      )
    }
    return CommandFailure(
      file: path,
      "it has no events to offer",
      remedy:
        "inputs are the topics \(App.channels.listedTopics.inWords); see kymo inspect"
    )
  }
}
