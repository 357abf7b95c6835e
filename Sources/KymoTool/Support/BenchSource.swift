import KymoText
import KymoBench
import KymoBridge
import KymoCommandLine
import KymoCore
import KymoMCAP
import KymoRecording
import KymoReport
import KymoTrials

/// The recording that a benchmark offers, and the application that handles it.
struct BenchSource {
  /// The recording, as the user named it.
  let path: String
  let file: SessionFile
  /// The application.
  let type: any App.Type
  /// The setup of a run.
  let setup: AppSetup
  /// The app's page, if it takes part.
  var page: String? { setting?.page }
  /// What the page finds around it.
  private let setting: PageSetting?
  private let arguments: ParsedArguments

  /// Opens what the command line names.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    path = arguments.positional("recording")
    file = try SessionFile.open(path)
    type = try file.app(arguments, path: path)
    var setup = arguments.setup(file)
    setting = try PageSetting(for: file, path, arguments)
    if setting != nil {
      try Self.refuseInputs(of: file, path)
      // There is a page, whatever the recording says.
      if setup.calls == nil { setup.calls = CallRules() }
      if let mode = arguments.callMode { setup.calls?.mode = mode }
    }
    self.setup = setup
  }

  /// Refuses a session with acts on its page: a load has no place for them, and without them it is another page.
  private static func refuseInputs(
    of file: SessionFile,
    _ path: String
  ) throws(CommandFailure) {
    let topic = InputChannel.pageInput.topic
    guard !file.scan.catalog.channels(topic: topic).isEmpty else { return }
    throw CommandFailure(
      file: path,
      "it has taps or steps of the app's life (\(topic)), which a load does not give to the page",
      remedy:
        "\(.tool) run and \(.tool) profile give them; \(.tool) cut \(path.shellQuoted) --without \(topic) -o OUT.mcap leaves them out"
    )
  }

  /// The name of the application.
  var app: String { type.name }

  /// The app and its page, which are measured together.
  var subjectName: String { page.map { "\(app) with \($0)" } ?? app }

  /// Whose rules hold for the page's calls, in a word; nil without a page.
  var mode: String? { setup.calls?.mode.rawValue }

  /// The application, with new handlers.
  func instance() throws(CommandFailure) -> AppInstance {
    try .make(type, setup)
  }

  /// The page with all that it has to know, loaded; nil without one.
  func page(
    _ instance: borrowing AppInstance,
    _ workload: Workload,
    isCounted: Bool = false
  ) throws(CommandFailure) -> BenchPage? {
    guard let setting else { return nil }
    return try BenchPage(
      setting,
      arguments,
      instance,
      setup,
      start: workload.events[0].timestamp,
      guarding: isCounted ? .nothing : .limit
    )
  }

  /// Which events are offered.
  func filter(_ instance: borrowing AppInstance) throws(CommandFailure) -> CommandFilter {
    let names = instance.table.names
    return try CommandFilter(arguments, app, instance.table, recording: path) {
      () throws(CommandFailure) in try allNames(names)
    }
  }

  /// The commands of the application, also those that only a page calls.
  func commandNames() throws(CommandFailure) -> [String] {
    try allNames(instance().table.names)
  }

  private func allNames(_ names: [String]) throws(CommandFailure) -> [String] {
    guard setup.calls == nil else { return names }
    let whole = try AppInstance.make(type, AppSetup(calls: CallRules())).table.names
    return whole + names.filter { !whole.contains($0) }
  }

  /// The events of the channels that the application listens to: what it does not is no load.
  func events(_ instance: borrowing AppInstance) throws(SessionError) -> SessionEvents {
    try file.events(instance.routing.heard)
  }

  /// The first events that are offered, `limit` of them at most, with their messages.
  func workload(_ instance: borrowing AppInstance, limit: Int) throws(CommandFailure) -> Workload {
    let filter = try filter(instance)
    do {
      return try Workload(events(instance), limit: limit) {
        // A page makes its own calls.
        filter.accepts($0) && (page == nil || !$0.source.isOfPage)
      }
    } catch let error as SessionError {
      throw CommandFailure(error, file: path)
    } catch WorkloadError.empty {
      throw Self.noEvents(path, filter, type.channels)
    } catch { throw CommandFailure(file: path, "\(error)") }
  }

  /// Returns the subject of a workload's measurement, and where it is measured.
  func subject(_ workload: Workload) -> BenchSubject {
    BenchSubject(
      recording: path,
      inputDigest: TraceDigest.text(workload.digest),
      app: subjectName,
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
