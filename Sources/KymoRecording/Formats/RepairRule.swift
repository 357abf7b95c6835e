/// Why the import changed, moved or left out what a file says.
///
/// A format may have rules of its own beside the ones that are here.
public struct RepairRule: Sendable, Hashable {
  /// The rule's stable identifier: lower case, with dashes.
  public let rawValue: String
  /// An explanation in one sentence.
  public let explanation: String

  /// Names a rule.
  public init(_ rawValue: String, _ explanation: String) {
    self.rawValue = rawValue
    self.explanation = explanation
  }

  /// A file of 0 bytes or without rows: the sensor was switched on and gave nothing.
  public static let emptyFile = RepairRule(
    "empty-file",
    "The file has no rows: the sensor was recorded and gave nothing."
  )
  /// First rows that are all zero, or from hours or days before the start: left out.
  public static let staleRow = RepairRule(
    "stale-row",
    "First rows that are all zero or from long before the start are leftovers; they were left out."
  )
  /// Samples from before the start of the recording: left out.
  public static let cachedRow = RepairRule(
    "cached-row",
    "Accelerations from before the start of the recording were left out."
  )
  /// A fix from before the start of the recording: delivered at the start, with its own fix time.
  public static let cachedFix = RepairRule(
    "cached-fix",
    "A fix from before the start is delivered at the start and keeps its own fix time."
  )
  /// A value that stands for "none", such as -1 or -9999: the field becomes NaN.
  public static let invalidMarker = RepairRule(
    "invalid-marker",
    "Values that stand for \"none\" (empty, NaN, -1, -9999) became NaN."
  )
  /// A row of positions and accelerations without the latter: none is made of it.
  public static let missingSample = RepairRule(
    "missing-sample",
    "Rows without an acceleration give none."
  )
  /// A value that cannot be, such as a course of 400° or an infinite acceleration: it becomes NaN.
  public static let impossibleValue = RepairRule(
    "impossible-value",
    "Values that cannot be (infinite, or a course beyond 360°) became NaN."
  )
  /// A fix with a latitude beyond 90° or a longitude beyond 360°: left out.
  public static let impossiblePosition = RepairRule(
    "impossible-position",
    "Fixes with a latitude beyond 90° or a longitude beyond 360° were left out."
  )
  /// A longitude of 180° to 360° to either side: brought to -180° to 180°.
  public static let longitudeWrapped = RepairRule(
    "longitude-wrapped",
    "Longitudes beyond 180° were brought to -180° to 180°."
  )
  /// A fix without latitude or longitude: left out.
  public static let missingPosition = RepairRule(
    "missing-position",
    "Fixes without latitude or longitude were left out."
  )
  /// The same fix at the same source time again: left out.
  public static let repeatedFix = RepairRule(
    "repeated-fix",
    "Fixes with the time and position of the one before were left out."
  )
  /// The phone's clock was set back: what follows is moved behind what was there.
  public static let clockJump = RepairRule(
    "clock-jump",
    "The clock of the phone was set back; what follows was moved behind what was there."
  )
  /// The phone's clock was set forward: what follows is moved to where the seconds since the start are.
  public static let clockAhead = RepairRule(
    "clock-ahead",
    "The clock of the phone was set forward, while the seconds since the start went on; what follows was "
      + "moved back."
  )
  /// The time leaps by an hour, and nothing else in the file says whether that hour passed: kept, in doubt.
  public static let hourJump = RepairRule(
    "hour-jump",
    "The time leaps by just an hour, as with summer time or a clock that was set; the times were kept."
  )
  /// Two clocks of a file say different things about the same rows: the time is kept, in doubt.
  public static let clocksDiffer = RepairRule(
    "clocks-differ",
    "The time and the seconds since the start differ about how far rows are apart; the time was believed."
  )
  /// Rows that are not in the order of time: sorted.
  public static let unsortedRows = RepairRule(
    "unsorted-rows",
    "Rows that were not in the order of time were sorted."
  )
  /// The last row ends in the middle: left out.
  public static let cutOffRow = RepairRule(
    "cut-off-row",
    "The last row ends in the middle and was left out."
  )
  /// The file ends in the middle, or cannot be read on: what came before counts.
  public static let cutOffFile = RepairRule(
    "cut-off-file",
    "The file ends early; what came before was imported."
  )
  /// A row that cannot be read, among others that can: left out.
  public static let malformedRow = RepairRule(
    "malformed-row",
    "Rows that cannot be read were left out."
  )
  /// A message of more than ``MessageRow/maximumBytes``: left out.
  public static let messageTooLong = RepairRule(
    "message-too-long",
    "Messages of more than 1 MiB were left out."
  )
  /// Nothing says whether accelerations are in g or m/s²; their magnitude does.
  public static let unitGuessed = RepairRule(
    "unit-guessed",
    "Nothing states the unit; at rest the magnitude is about 1, so it is g, not m/s²."
  )
  /// Nothing says which way the axes point; the unit tells the system that wrote them.
  public static let axesGuessed = RepairRule(
    "axes-guessed",
    "Only iOS writes g, with axes opposite to Android's; the values were multiplied by -9.80665."
  )

  /// Whether nothing was changed: what the file says is doubtful, and was kept.
  public var isDoubt: Bool { self == .hourJump || self == .clocksDiffer }

  /// Whether rows were left out.
  public var leavesOut: Bool {
    [
      .staleRow, .cachedRow, .missingPosition, .impossiblePosition, .missingSample, .cutOffRow,
      .malformedRow, .repeatedFix, .messageTooLong,
    ].contains(self)
  }

  /// The rules that are here.
  public static let common: [RepairRule] = [
    .emptyFile, .staleRow, .cachedRow, .cachedFix, .invalidMarker, .missingPosition, .repeatedFix,
    .missingSample, .impossibleValue, .impossiblePosition, .longitudeWrapped, .clockJump,
    .clockAhead, .hourJump, .clocksDiffer, .unsortedRows, .cutOffRow, .cutOffFile, .malformedRow,
    .messageTooLong,
    .unitGuessed, .axesGuessed,
  ]
}
