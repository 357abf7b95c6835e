import KymoCore
import KymoMCAP
import KymoRecording
import Testing

/// What one pass over a recording counts.
@Suite("A survey of a recording") struct RecordingSurveyTests {
  private func survey(
    _ sample: SessionSample,
    shouldStop: () -> Bool = { false }
  ) throws -> RecordingSurvey {
    let file = try SessionFile(MCAPMemorySource(sample.written()))
    var survey = RecordingSurvey(file, table: try ChannelTable(InputChannel.usual))
    _ = survey.read(shouldStop: shouldStop) { _ in }
    return survey
  }

  @Test("Channels have their counts, rates and gaps, and steps backwards") func channels() throws {
    var sample = SessionSample()
    for time: UInt64 in [0, 10, 20, 60, 50] {
      sample.addAcceleration(1, at: time * 1_000_000)
    }
    sample.addLocation(48, at: 30_000_000)
    let survey = try survey(sample)
    #expect(survey.problem == nil && !survey.wasInterrupted)
    #expect(survey.channels.map(\.topic) == ["/accelerometer", "/location", "/trace"])
    let channel = survey.channels[0]
    #expect(channel.count == 5 && channel.role == .input && channel.backwardSteps == 1)
    #expect(channel.first == 0 && channel.last == 60_000_000 && channel.longestGap == 40_000_000)
    #expect(channel.rate == 4 / 0.06)
    #expect(survey.channels[1].rate == nil)
    #expect(survey.channels[2].role == .output)
    #expect(survey.events == 6 && survey.durationNanoseconds == 60_000_000)
    #expect(survey.commands.map(\.name) == ["accel", "sendloc"])
    #expect(survey.commands.map(\.count) == [5, 1])
  }

  @Test("The magnitude of the acceleration is kept by its extremes") func magnitude() throws {
    var sample = SessionSample()
    sample.addAcceleration(0, at: 0)
    sample.addAcceleration(100, at: 1)
    let stretches = try survey(sample).magnitude.stretches
    #expect(stretches.map(\.lowest).min() == Acceleration.standardGravity)
    let highest = (100 * 100 + Acceleration.standardGravity * Acceleration.standardGravity)
    #expect(stretches.map(\.highest).max() == highest.squareRoot())
  }

  @Test("A reading that is stopped says so") func stopped() throws {
    var sample = SessionSample()
    sample.addAcceleration(1, at: 0)
    let survey = try survey(sample) { true }
    #expect(survey.wasInterrupted && survey.events == 0)
  }
}
