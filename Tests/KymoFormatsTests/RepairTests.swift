import KymoCore
import KymoRecording
import Testing

@testable import KymoFormats

@Suite("Repairs") struct RepairTests {
  @Test("are made, counted and located", arguments: RepairCase.all)
  func repair(example: RepairCase) throws {
    let session = try Fixture.session(example.files)
    #expect(
      session.repairs == [
        Repair(
          rule: example.rule,
          file: example.file,
          line: example.line,
          count: example.count,
          explanation: example.rule.explanation
        )
      ]
    )
    let expected = example.milliseconds.map { Fixture.start + $0 * 1_000_000 }
    #expect(session.events.map(\.timestamp) == expected)
    #expect(zip(session.events, session.events.dropFirst()).allSatisfy { $0.precedes($1) })
  }

  @Test("are refused in strict mode", arguments: RepairCase.all)
  func strict(example: RepairCase) {
    let error = #expect(throws: ImportError.self) {
      try Fixture.session(example.files, options: ImportOptions(isStrict: true))
    }
    guard case .repairRefused(let repair) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(repair.rule == example.rule)
    #expect(repair.file == example.file)
    #expect(repair.line == example.line)
    #expect(
      error?.description.hasPrefix(
        "\(example.file):\(example.line): refused to "
          + (example.rule.isDoubt ? "keep what is in doubt" : "repair")
          + " (\(example.rule.rawValue)): "
      ) == true
    )
  }

  @Test("guess unit and axes from the magnitude, and explain it")
  func guesses() throws {
    let file = Fixture.axes("AccelerometerUncalibrated.csv", [(10, 0.1, -0.2, -0.94)])
    let session = try Fixture.session(file)
    #expect(session.rules == [.unitGuessed, .axesGuessed])
    #expect(abs(session.accelerations[0].z - 9.218) < 0.001)
    #expect(abs(session.accelerations[0].y - 1.961) < 0.001)
    #expect(throws: ImportError.repairRefused(session.repairs[0])) {
      try Fixture.session(file, options: ImportOptions(isStrict: true))
    }
  }

  @Test("keep a cached fix's own time")
  func cachedFix() throws {
    let session = try Fixture.session(Fixture.fixes([(-995, 40, 50), (5, 40, 51)]))
    #expect(
      session.locations.map(\.fixTimestamp) == [-995_000_000, 5_000_000].map { $0 + Fixture.start }
    )
  }

  @Test("leave NaN where a value is missing, and -1 where it is a value")
  func markers() throws {
    let example = try #require(
      RepairCase.all.last { $0.rule == .invalidMarker && $0.file == "Location.csv" }
    )
    let fixes = try Fixture.session(example.files).locations
    for fix in fixes {
      #expect(fix.horizontalAccuracy.isNaN)
      #expect(fix.verticalAccuracy.isNaN)
      #expect(fix.speed.isNaN)
      #expect(fix.course.isNaN)
    }
    #expect(fixes.map(\.latitude) == [-1, 1])
    #expect(fixes[0].altitude == -1)
    #expect(fixes[1].altitude.isNaN)
  }

  @Test("leave a gap as it is, and note it")
  func gaps() throws {
    let session = try Fixture.session(
      Fixture.axes(
        "TotalAcceleration.csv",
        [(0, 0, 0, 9.8), (10, 0, 0, 9.8), (5010, 0, 0, 9.8), (5020, 0, 0, 9.8)]
      ),
      options: ImportOptions(isStrict: true, platform: .android)
    )
    let note = try #require(session.notes.first)
    #expect(session.notes.count == 1)
    #expect(note.topic == .gap)
    #expect(note.line == 4)
    #expect(note.count == 1)
    #expect(note.explanation.contains("5000 ms"))
  }

  @Test("have an identifier and an explanation of one line each")
  func rules() {
    #expect(Set(RepairRule.common.map(\.rawValue)).count == 22)
    for rule in RepairRule.common {
      #expect(rule.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
      #expect(rule.explanation.hasSuffix("."))
      #expect(!rule.explanation.contains("\n"))
    }
  }
}
