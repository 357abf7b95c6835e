/// Something that the import had to change to get a usable recording.
public struct Repair: Sendable, Equatable {
  /// Why.
  public var rule: RepairRule
  /// The name of the file.
  public var file: String
  /// The first line concerned, counted from 1.
  public var line: Int
  /// How many rows or values are concerned; at least 1.
  public var count: Int
  /// An explanation in one sentence for the user.
  public var explanation: String

  /// Takes what happened.
  public init(rule: RepairRule, file: String, line: Int, count: Int, explanation: String) {
    self.rule = rule
    self.file = file
    self.line = line
    self.count = count
    self.explanation = explanation
  }
}
