/// Why the import changed, moved or left out what a file says.
///
/// The raw values are stable identifiers.
public enum RepairRule: String, Sendable, CaseIterable {
  /// A file of 0 bytes or without rows: the sensor was switched on and gave nothing.
  case emptyFile = "empty-file"
  /// First rows that are all zero, or from hours or days before the start: left out.
  case staleRow = "stale-row"
  /// Accelerations from before the start of the recording: left out.
  case cachedRow = "cached-row"
  /// A fix from before the start of the recording: delivered at the start, with its own fix time.
  case cachedFix = "cached-fix"
  /// A value that stands for "none", such as -1 or -9999: the field becomes NaN.
  case invalidMarker = "invalid-marker"
  /// A fix without latitude or longitude: left out.
  case missingPosition = "missing-position"
  /// The same fix at the same source time again: left out.
  case repeatedFix = "repeated-fix"
  /// The phone's clock was set back: what follows is moved behind what was there.
  case clockJump = "clock-jump"
  /// Rows that are not in the order of time: sorted.
  case unsortedRows = "unsorted-rows"
  /// The last row ends in the middle: left out.
  case cutOffRow = "cut-off-row"
  /// Nothing says whether accelerations are in g or m/s²; their magnitude does.
  case unitGuessed = "unit-guessed"
  /// Nothing says which way the axes point; the unit tells the system that wrote them.
  case axesGuessed = "axes-guessed"

  /// What happened, in one sentence.
  public var explanation: String {
    switch self {
    case .emptyFile: "The file has no rows: the sensor was recorded and gave nothing."
    case .staleRow:
      "First rows that are all zero or from long before the start are leftovers; they were left out."
    case .cachedRow: "Accelerations from before the start of the recording were left out."
    case .cachedFix:
      "A fix from before the start is delivered at the start and keeps its own fix time."
    case .invalidMarker: "Values that stand for \"none\" (empty, NaN, -1, -9999) became NaN."
    case .missingPosition: "Fixes without latitude or longitude were left out."
    case .repeatedFix: "Fixes with the time and position of the one before were left out."
    case .clockJump:
      "The clock of the phone was set back; what follows was moved behind what was there."
    case .unsortedRows: "Rows that were not in the order of time were sorted."
    case .cutOffRow: "The last row ends in the middle and was left out."
    case .unitGuessed:
      "Nothing states the unit; at rest the magnitude is about 1, so it is g, not m/s²."
    case .axesGuessed:
      "Only iOS writes g, with axes opposite to Android's; the values were multiplied by -9.80665."
    }
  }
}
