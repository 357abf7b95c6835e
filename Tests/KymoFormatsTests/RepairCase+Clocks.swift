import KymoRecording

extension RepairCase {
  /// Clocks of one file that do not go together, and a leap that may be one that was set.
  static let clocks: [RepairCase] = [
    RepairCase(  // By less than a second, but for good, and the seconds since the start go on.
      rule: .clockJump,
      files: [twoClocks(leap(-50))],
      file: total,
      line: 22,
      milliseconds: leap(0)
    ),
    RepairCase(
      rule: .clockAhead,
      files: [twoClocks(leap(3_600_000))],
      file: total,
      line: 22,
      milliseconds: leap(0)
    ),
    RepairCase(
      rule: .clockAhead,
      files: [twoClocks(leap(50))],
      file: total,
      line: 22,
      milliseconds: leap(0)
    ),
    RepairCase(
      rule: .clockAhead,
      files: [twoClocks(leap(70_000))],
      file: total,
      line: 22,
      milliseconds: leap(0)
    ),
    RepairCase(  // Too few rows to see whether it stays.
      rule: .clocksDiffer,
      files: [twoClocks(leap(70_000, before: 37))],
      file: total,
      line: 39,
      milliseconds: leap(70_000, before: 37)
    ),
    RepairCase(
      rule: .hourJump,
      files: [
        Fixture.file(
          total,
          "time,z,y,x\n"
            + leap(3_600_000).map { "\(Fixture.start + $0 * 1_000_000),9.8,0,0\n" }.joined()
        )
      ],
      file: total,
      line: 22,
      milliseconds: leap(3_600_000)
    ),
  ]

  /// The times of forty rows in ms, 20 apart, with a leap before one of them.
  private static func leap(_ milliseconds: Int64, before leap: Int64 = 20) -> [Int64] {
    (0..<40).map { (row: Int64) -> Int64 in 20 * row + (row < leap ? 0 : milliseconds) }
  }

  /// Rows of times in ms since the start of the fixtures, and of seconds since the start without a leap.
  private static func twoClocks(_ times: [Int64]) -> ImportFile {
    let text = times.enumerated().map { row, time in
      "\(Fixture.start + time * 1_000_000),\(Double(row) / 50),9.8,0,0\n"
    }
    return Fixture.file(total, "time,seconds_elapsed,z,y,x\n" + text.joined())
  }
}
