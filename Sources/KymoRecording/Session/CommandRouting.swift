public import KymoBridge
public import KymoCore

/// Which command the events of a channel are.
@frozen public struct CommandRouting: Sendable {
  /// The command of accelerometer samples.
  public var accelerometer: CommandID
  /// The command of location fixes.
  public var location: CommandID
  /// The names that requests are looked up in.
  public var names: CommandNames
  /// How requests are read.
  public var calls: CallRules

  /// Routes samples to `accel`, fixes to `sendloc`, QuickConnect's names, and requests to what they call.
  ///
  /// A table that lacks a command gives `CommandID.unknown`, whose outcome is counted as such.
  public init(_ table: borrowing CommandTable, calls: CallRules = CallRules()) {
    accelerometer = table.id(of: "accel")
    location = table.id(of: "sendloc")
    names = table.lookup
    self.calls = calls
  }

  /// Routes to ids chosen by the caller.
  public init(
    accelerometer: CommandID,
    location: CommandID,
    names: CommandNames = CommandNames([]),
    calls: CallRules = CallRules()
  ) {
    self.accelerometer = accelerometer
    self.location = location
    self.names = names
    self.calls = calls
  }
}
