import KymoBridge
public import KymoCore

/// An app that is ready to run: its commands as a table, and which command each channel's events are.
///
///     let counter = try AppInstance(StepCounter.self, setup: AppSetup(file))
///     let events = try file.events(counter.routing)
///     let result = Replay.run(events, table: counter.table, sink: NoSink())
@frozen public struct AppInstance: ~Copyable {
  /// The app, for what it counted.
  public let app: any App
  /// The commands and their handlers, for one dispatcher.
  public var table: CommandTable
  /// Which command each channel's events are.
  public let routing: CommandRouting

  /// The name of the app.
  public var name: String { type(of: app).name }

  /// Makes an app with new state.
  ///
  /// A map without a decoder gets the one that reads QuickConnect's calls.
  ///
  /// - Parameters:
  ///   - type: the app.
  ///   - setup: what the run is about.
  ///   - prepare: changes the map before the table is made of it.
  /// - Throws: an ``AppError``; any other error of the app becomes ``AppError/setup(_:)``.
  public init(
    _ type: any App.Type,
    setup: AppSetup = AppSetup(),
    prepare: (inout CommandMap) throws(CommandTableError) -> Void = { _ in }
  ) throws(AppError) {
    let calls = setup.calls ?? CallRules()
    let channels = try Self.channels(type).adding(setup.openChannels)
    let app = try Self.make(type, setup)
    var map = app.map
    if map.decoder == nil { map.decoder = CallRequestDecoder(calls) }
    let table = try Self.table(map, prepare)
    routing = CommandRouting(table, channels: channels, calls: calls)
    self.app = app
    self.table = table
  }

  /// The table of an app's channels.
  ///
  /// - Throws: ``AppError/channels(_:)``.
  package static func channels(_ type: any App.Type) throws(AppError) -> ChannelTable {
    do { return try ChannelTable(type.channels) } catch { throw .channels(error) }
  }

  private static func make(
    _ type: any App.Type,
    _ setup: AppSetup
  ) throws(AppError) -> any App {
    do {
      return try type.init(setup)
    } catch let error as AppError { throw error } catch { throw .setup("\(error)") }
  }

  private static func table(
    _ map: CommandMap,
    _ prepare: (inout CommandMap) throws(CommandTableError) -> Void
  ) throws(AppError) -> CommandTable {
    var map = map
    do throws(CommandTableError) {
      try prepare(&map)
      return try CommandTable(map)
    } catch { throw .map(error) }
  }
}
