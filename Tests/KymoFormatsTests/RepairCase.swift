import KymoFormats
import KymoRecording
import Testing

/// Files that need exactly one repair.
struct RepairCase: Sendable, CustomTestStringConvertible {
  var rule: RepairRule
  var files: [ImportFile]
  var file: String
  var line: Int
  var count = 1
  /// What is left: timestamps in ms since the start of the fixtures.
  var milliseconds: [Int64]

  var testDescription: String { "\(rule.rawValue) at \(file):\(line)" }

  static let total = "TotalAcceleration.csv"

  static let all = common + clocks

  private static let common: [RepairCase] = [
    RepairCase(
      rule: .emptyFile,
      files: [Fixture.file("Location.csv", ""), Fixture.axes(total, [(10, 0, 0, 9.8)])],
      file: "Location.csv",
      line: 1,
      milliseconds: [10]
    ),
    RepairCase(
      rule: .emptyFile,
      files: [Fixture.fixes([]), Fixture.axes(total, [(10, 0, 0, 9.8)])],
      file: "Location.csv",
      line: 1,
      milliseconds: [10]
    ),
    RepairCase(
      rule: .staleRow,
      files: [
        Fixture.file(
          total,
          "time,seconds_elapsed,z,y,x\n0,-1699734109.763076401,0,0,0\n\(Fixture.start),0,9.8,0,0\n"
        )
      ],
      file: total,
      line: 2,
      milliseconds: [0]
    ),
    RepairCase(
      rule: .staleRow,
      files: [Fixture.axes(total, [(-328_883_000, 0, 0, 0), (10, 0, 0, 9.8)])],
      file: total,
      line: 2,
      milliseconds: [10]
    ),
    RepairCase(
      rule: .staleRow,
      files: [
        Fixture.axes(total, [(-90_000_000, 1, 1, 1), (-5, 0, 0, 0), (0, 1, 0, 9.8), (9, 0, 0, 9)])
      ],
      file: total,
      line: 2,
      count: 2,
      milliseconds: [0, 9]
    ),
    RepairCase(
      rule: .staleRow,
      files: [Fixture.fixes([(-20, 0, 0), (100, 40, 50)])],
      file: "Location.csv",
      line: 2,
      milliseconds: [100]
    ),
    RepairCase(
      rule: .cachedRow,
      files: [Fixture.axes(total, [(-20, 1, 1, 9), (-10, 1, 1, 9), (0, 0, 0, 9.8)])],
      file: total,
      line: 2,
      count: 2,
      milliseconds: [0]
    ),
    RepairCase(
      rule: .cachedFix,
      files: [Fixture.fixes([(-995, 40, 50), (5, 40, 51)])],
      file: "Location.csv",
      line: 2,
      milliseconds: [0, 5]
    ),
    RepairCase(
      rule: .invalidMarker,
      files: [
        Fixture.file(
          total,
          """
          time,seconds_elapsed,z,y,x
          \(Fixture.start + 1_000_000),0.001,9.8,0,0
          \(Fixture.start + 2_000_000),0.002,NaN,-9999,
          """
        )
      ],
      file: total,
      line: 3,
      count: 3,
      milliseconds: [1, 2]
    ),
    RepairCase(
      rule: .invalidMarker,
      files: [
        Fixture.file(
          "Location.csv",
          """
          time,seconds_elapsed,verticalAccuracy,horizontalAccuracy,speed,bearing,altitude,longitude,latitude
          \(Fixture.start + 1_000_000),0.001,-1,-1.0,-1,-1,-1,-1,-1
          \(Fixture.start + 2_000_000),0.002,,null,NaN,-9999,nan,2,1
          """
        )
      ],
      file: "Location.csv",
      line: 2,
      count: 9,
      milliseconds: [1, 2]
    ),
    RepairCase(
      rule: .missingPosition,
      files: [
        Fixture.file(
          "Location.csv",
          """
          time,seconds_elapsed,longitude,latitude
          \(Fixture.start + 1_000_000),0.001,50,40
          \(Fixture.start + 2_000_000),0.002,,40
          \(Fixture.start + 3_000_000),0.003,50,NaN
          \(Fixture.start + 4_000_000),0.004,-9999,40
          """
        )
      ],
      file: "Location.csv",
      line: 3,
      count: 3,
      milliseconds: [1]
    ),
    RepairCase(
      rule: .repeatedFix,
      files: [Fixture.fixes([(5, 1, 2), (5, 1, 2), (5, 1, 2), (5, 1, 3), (6, 1, 3)])],
      file: "Location.csv",
      line: 3,
      count: 2,
      milliseconds: [5, 5, 6]
    ),
    RepairCase(
      rule: .clockJump,
      files: [
        Fixture.axes(
          total,
          (0..<20).map { (10_000 + 100 * $0, 0, 0, 9.8) }
            + (0..<40).map { (10_500 + 100 * $0 - 3000 + 2600, 0, 0, 9.8) }
        )
      ],
      file: total,
      line: 22,
      milliseconds: (0..<60).map { 10_000 + 100 * $0 }
    ),
    RepairCase(
      rule: .clockJump,
      files: [
        Fixture.file(
          total,
          "time,seconds_elapsed,z,y,x\n"
            + [(0, 0.1), (100, 0.2), (-9800, 0.3), (-9700, 0.4)].map {
              "\(Fixture.start + Int64($0.0) * 1_000_000),\($0.1),9.8,0,0\n"
            }.joined()
        )
      ],
      file: total,
      line: 4,
      milliseconds: [0, 100, 200, 300]
    ),
    RepairCase(
      rule: .unsortedRows,
      files: [
        Fixture.axes(
          total,
          [(40, 0, 0, 9.8), (20, 0, 0, 9.8), (30, 0, 0, 9.8), (50, 0, 0, 9.8), (10, 0, 0, 9.8)]
        )
      ],
      file: total,
      line: 3,
      count: 3,
      milliseconds: [10, 20, 30, 40, 50]
    ),
    RepairCase(
      rule: .unsortedRows,  // A late block ends with a leap, so it is no clock that was set back.
      files: [
        Fixture.axes(
          total,
          ((0..<10).map { 100 * $0 } + (20..<40).map { 100 * $0 } + (10..<20).map { 100 * $0 }
            + (80..<82).map { 100 * $0 }).map { ($0, 0, 0, 9.8) }
        )
      ],
      file: total,
      line: 32,
      count: 10,
      milliseconds: (0..<40).map { 100 * $0 } + [8000, 8100]
    ),
    RepairCase(
      rule: .cutOffRow,
      files: [
        Fixture.file(
          total,
          "time,seconds_elapsed,z,y,x\n\(Fixture.start),0,9.8,0,0\n\(Fixture.start + 1),0.1,9."
        )
      ],
      file: total,
      line: 3,
      milliseconds: [0]
    ),
  ]
}
