public import KymoCore

/// Which command the events of a sensor channel are.
@frozen public struct CommandRouting: Sendable {
  /// The command of accelerometer samples.
  public var accelerometer: CommandID
  /// The command of location fixes.
  public var location: CommandID

  /// Routes samples to `accel` and fixes to `sendloc`, QuickConnect's names.
  ///
  /// A table that lacks one gets `CommandID.unknown`, whose outcome is counted as such.
  public init(_ table: borrowing CommandTable) {
    accelerometer = table.id(of: "accel")
    location = table.id(of: "sendloc")
  }

  /// Routes to ids chosen by the caller.
  public init(accelerometer: CommandID, location: CommandID) {
    self.accelerometer = accelerometer
    self.location = location
  }
}
