/// What the user chose when Done was tapped.
public struct DatePickerAnswer: Sendable, Hashable {
  /// The choice as NSDate describes it, `YYYY-MM-DD HH:MM:SS ±HHMM`, in the zone of the phone.
  public var text: String
  /// What the command that showed the picker gave as its cause.
  public var cause: UInt64?
}
