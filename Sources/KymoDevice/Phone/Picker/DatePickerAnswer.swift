/// The user's choice when Done was tapped.
public struct DatePickerAnswer: Sendable, Hashable {
  /// The choice as NSDate describes it, `YYYY-MM-DD HH:MM:SS ±HHMM`, in the zone of the phone.
  public var text: String
  /// The cause that the command gave which showed the picker.
  public var cause: UInt64?
}
