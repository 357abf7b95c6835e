/// Times as the digits of a wall clock, where hardly any row has something else.
///
/// One row that cannot be read does not make the file a count: the others are what they are, and that row is
/// named where the rows are read.
struct ClockDigits {
  /// The time that each row says, in s; NaN where it is not of such digits.
  let seconds: [Double]
  /// The numbers of the same rows; NaN where they are not such digits.
  let numbers: [Double]
  /// How many rows are not of such digits.
  let otherCount: Int
  /// Whether every row that is not of such digits lies outside of its neighbours: a count that goes on
  /// through numbers that are no time does not.
  let othersAreOutliers: Bool

  /// Reads all times; nil if more than one in twenty is not of such digits.
  ///
  /// - Complexity: O(*n*), where *n* is the number of times.
  init?(_ times: [Decimal64], _ read: (Decimal64) -> Int64?) {
    let values = times.map { read($0).map { Double($0) / 1e9 } ?? .nan }
    otherCount = values.count { $0.isNaN }
    guard otherCount * 20 <= values.count else { return nil }
    seconds = values
    numbers = zip(times, values).map { $1.isNaN ? .nan : $0.double ?? .nan }
    othersAreOutliers = otherCount == 0 || Self.areOutliers(times, values)
  }

  private static func areOutliers(_ times: [Decimal64], _ values: [Double]) -> Bool {
    var before: Double?
    var waiting: [Double] = []
    for (time, value) in zip(times, values) {
      let number = time.double ?? .infinity
      guard !value.isNaN else {
        waiting.append(number)
        continue
      }
      if !waiting.isEmpty {
        guard let before else { return false }
        let between = min(before, number)...max(before, number)
        guard !waiting.contains(where: { between ~= $0 }) else { return false }
        waiting = []
      }
      before = number
    }
    return waiting.isEmpty
  }

  /// That the rows are such digits, in words, such as "all of its digits are times of day".
  func words(_ things: String) -> String {
    otherCount == 0
      ? "all of its digits are \(things)"
      : "its digits are \(things) but in \(otherCount) of \(seconds.count) rows"
  }
}
