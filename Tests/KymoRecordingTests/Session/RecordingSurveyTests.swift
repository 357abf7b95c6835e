import KymoCore
import KymoMCAP
@testable import KymoRecording
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
    // Steps of 10, 10 and 40 ms: 20 on average.
    #expect(channel.jitterNanoseconds.map { ($0 * $0 / 1e12).rounded() } == 200)
    #expect(survey.channels[1].rate == nil && survey.channels[1].jitterNanoseconds == nil)
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

  @Test("Equal steps have no jitter, and small deviations of long steps keep their digits")
  func jitter() throws {
    var (even, odd) = (SessionSample(), SessionSample())
    for index: UInt64 in 0..<1000 {
      even.addAcceleration(1, at: index * 3_600_000_000_000)
      odd.addAcceleration(1, at: index * 3_600_000_000_000 + index % 2)
    }
    #expect(try survey(even).channels[0].jitterNanoseconds == 0)
    let jitter = try survey(odd).channels[0].jitterNanoseconds
    #expect(jitter.map { abs($0 - 1) < 1e-3 } == true)
  }

  @Test("Commands are counted by their outcomes, and what is no step is not") func outcomes() throws
  {
    var trace = TraceSurvey()
    #expect(trace.isEmpty)
    var step = [UInt8](repeating: 0, count: TraceStepLayout.current.bytes)
    step[1] = 1
    step[TraceStepLayout.current.command] = 3
    for status in OutcomeStatus.allCases + [.failed] {
      step[TraceStepLayout.current.status] = status.rawValue
      step.withRawSpan { trace.add($0, at: 1, .current) }
    }
    step[TraceStepLayout.current.status] = 200
    step.withRawSpan { trace.add($0, at: 1, .current) }
    step.dropLast().withRawSpan { trace.add($0, at: 1, .current) }
    #expect(trace.commands.map(\.id) == [3])
    #expect(trace.commands.map(\.counts) == [[1, 1, 1, 2, 1, 1]])
  }

  @Test("A reading that is stopped says so") func stopped() throws {
    var sample = SessionSample()
    sample.addAcceleration(1, at: 0)
    let survey = try survey(sample) { true }
    #expect(survey.wasInterrupted && survey.events == 0)
  }
}
