import KymoBench
import KymoBridge
import KymoCore
import KymoMCAP
import KymoRecording
import KymoReport

/// The recording that a benchmark offers, and the application that handles it.
struct BenchSource {
  /// The recording, as the user named it.
  let path: String
  let file: SessionFile
  /// The application.
  let type: any App.Type
  /// What a run is about.
  let setup: AppSetup
  private let arguments: ParsedArguments

  /// Opens what the command line names.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    path = arguments.positional("recording")
    file = try SessionFile.open(path)
    type = try file.app(arguments, path: path)
    setup = arguments.setup(file)
  }

  /// The name of the application.
  var app: String { type.name }

  /// Whose rules hold for the page's calls, in a word; nil without a page.
  var mode: String? { setup.calls?.mode.rawValue }

  /// The application, with new handlers.
  func instance() throws(CommandFailure) -> AppInstance {
    try .make(type, setup)
  }

  /// Which events are offered.
  func filter(_ instance: borrowing AppInstance) throws(CommandFailure) -> CommandFilter {
    let names = instance.table.names
    return try CommandFilter(arguments, app, instance.table, recording: path) {
      () throws(CommandFailure) in
      guard setup.calls == nil else { return names }
      let whole = try AppInstance.make(type, AppSetup(calls: CallRules())).table.names
      return whole + names.filter { !whole.contains($0) }
    }
  }

  /// The events of the channels that the application listens to: what it does not is no load.
  func events(_ instance: borrowing AppInstance) throws(SessionError) -> SessionEvents {
    try file.events(instance.routing.heard)
  }

  /// The first events that are offered, `limit` of them at most, with their messages.
  func workload(_ instance: borrowing AppInstance, limit: Int) throws(CommandFailure) -> Workload {
    let filter = try filter(instance)
    do {
      return try Workload(events(instance), limit: limit) { filter.accepts($0) }
    } catch let error as SessionError {
      throw CommandFailure(error, file: path)
    } catch WorkloadError.empty {
      throw Self.noEvents(path, filter, type.channels)
    } catch { throw CommandFailure(file: path, "\(error)") }
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
  static func noEvents(
    _ path: String,
    _ filter: CommandFilter,
    _ channels: [InputChannel] = InputChannel.usual
  ) -> CommandFailure {
    guard filter.names.isEmpty else {
      return CommandFilter.noEvents(filter.names, path)
    }
    return CommandFailure(
      file: path,
      "it has no events to offer",
      remedy:
        "inputs are the topics \(channels.map(\.topic).inWords); see \(.tool) inspect"
    )
  }
}
