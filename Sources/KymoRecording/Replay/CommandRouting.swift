public import KymoBridge
public import KymoCore

/// Which command the events of each channel are.
public struct CommandRouting: Sendable {
  /// The channels whose messages are events.
  public let channels: ChannelTable
  /// The command of the events that are read but not dispatched; nil to leave them out altogether.
  public var passed: CommandID?
  /// The names that requests are looked up in.
  public var names: CommandNames
  /// How requests are read.
  public var calls: CallRules
  /// The commands by source.
  private var commands: [CommandID]

  /// Routes the events of each channel to its own command, and requests to what they call.
  ///
  /// A command that the table lacks gives `CommandID.unknown`, whose outcome is counted as such. The events of
  /// channels that the app does not list are passed.
  public init(
    _ table: borrowing CommandTable,
    channels: ChannelTable = .standard,
    calls: CallRules = CallRules()
  ) {
    self.channels = channels
    names = table.lookup
    self.calls = calls
    passed = table.passedCommand
    commands = Array(repeating: .unknown, count: 256)
    for row in channels.rows {
      let own = row.channel.command.map { table.id(of: $0) } ?? .unknown
      commands[Int(row.source.rawValue)] = row.isListed ? own : table.passedCommand
    }
  }

  /// Routes the usual channels to ids chosen by the caller; others are left out.
  public init(
    accelerometer: CommandID,
    location: CommandID,
    names: CommandNames = CommandNames([]),
    calls: CallRules = CallRules()
  ) {
    channels = .standard
    self.names = names
    self.calls = calls
    commands = Array(repeating: .unknown, count: 256)
    commands[Int(SourceID.accelerometer.rawValue)] = accelerometer
    commands[Int(SourceID.location.rawValue)] = location
  }

  /// The same without the events that the app does not listen to: they are left out altogether, as they are
  /// no load.
  public var heard: CommandRouting {
    var routing = self
    routing.passed = nil
    return routing
  }

  /// The command of the events of a source: that of passed events if the app does not list its channel, and
  /// `CommandID.unknown` if it has none, or if the events name their own.
  ///
  /// - Complexity: O(1).
  public func command(of source: SourceID) -> CommandID { commands[Int(source.rawValue)] }

  /// The command of accelerometer samples.
  public var accelerometer: CommandID { command(of: .accelerometer) }

  /// The command of location fixes.
  public var location: CommandID { command(of: .location) }
}
