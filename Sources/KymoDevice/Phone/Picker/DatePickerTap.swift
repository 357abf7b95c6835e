/// A tap of the phone's user on a picker, written down beforehand.
public struct DatePickerTap: Sendable, Hashable {
  /// How long after the picker appeared Done is tapped, in ns, 0 and up.
  public var delayNanoseconds: Int64
  /// The choice, in ns since 1970-01-01T00:00:00Z; it is taken as it is, whatever the mode.
  public var choice: Int64

  /// Writes a tap down.
  ///
  /// - Precondition: `delayNanoseconds` is not negative.
  public init(delayNanoseconds: Int64, choice: Int64) {
    precondition(delayNanoseconds >= 0, "Done is tapped after the picker appeared")
    self.delayNanoseconds = delayNanoseconds
    self.choice = choice
  }
}
