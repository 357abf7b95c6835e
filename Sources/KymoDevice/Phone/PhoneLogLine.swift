/// One line of the phone's log.
public struct PhoneLogLine: Sendable, Equatable {
  /// When it was written: logical time in ns.
  public var time: Int64
  /// At most ``PhoneLog/maximumLineBytes`` bytes of UTF-8, otherwise as it came: control characters of a
  /// page are in it.
  public var text: String
}
