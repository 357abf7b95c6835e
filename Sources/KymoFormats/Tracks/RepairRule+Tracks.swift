import KymoRecording

extension RepairRule {
  /// A point of a track without a time: left out.
  static let missingTime = RepairRule(
    "missing-time",
    "Points without a time were left out."
  )
  /// A time that cannot be, such as one of 1901: its point is left out.
  static let impossibleTime = RepairRule(
    "impossible-time",
    "Points whose time cannot be (before 1933, after 2116, or no such date) were left out."
  )
  /// A time from before there were satellites to tell it, among later ones: its point is left out.
  static let unsetClock = RepairRule(
    "unset-clock",
    "Points with a time before 1980, of a clock that was not yet set, were left out."
  )
  /// A value that is no number: it becomes NaN.
  static let unreadableValue = RepairRule(
    "unreadable-value",
    "Values that are no numbers became NaN."
  )
  /// A document with bytes that cannot be in the encoding that it names: read as one byte a character.
  static let wrongEncoding = RepairRule(
    "wrong-encoding",
    "The text is not in the encoding that it names; it was read as ISO 8859-1, which has the same digits."
  )
  /// An element that is no JSON: left out.
  static let unreadableElement = RepairRule(
    "unreadable-element",
    "Elements that are no JSON were left out."
  )
  /// A document that ends within an element: what came before is kept.
  static let cutOffDocument = RepairRule(
    "cut-off-document",
    "The document ends in the middle; what came before was kept."
  )
  /// A receiver that says that it has no fix: its position is left out.
  static let noFix = RepairRule(
    "no-fix",
    "Positions of which the receiver says that it has no fix were left out."
  )
  /// A sentence whose sum is another one: left out.
  static let wrongSum = RepairRule(
    "wrong-sum",
    "Sentences whose sum is wrong or missing were left out."
  )
  /// A sentence in which another one begins, or whose fields are none: left out.
  static let garbledSentence = RepairRule(
    "garbled-sentence",
    "Sentences in which another one begins, or whose fields cannot be, were left out."
  )
  /// A line that is longer than is read: left out.
  static let lineTooLong = RepairRule(
    "line-too-long",
    "Lines that are longer than is read (1 MiB) were left out."
  )
  /// A line that is not what the others are: left out.
  static let unreadableLine = RepairRule(
    "unreadable-line",
    "Lines that cannot be read were left out."
  )
  /// An altitude above the ground, of which nobody knows how high it is: it becomes NaN.
  static let relativeAltitude = RepairRule(
    "relative-altitude",
    "Altitudes above the ground or the sea floor became NaN, since they are not above mean sea level."
  )
}
