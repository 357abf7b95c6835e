import KymoCore
import KymoMCAP
import KymoRecording
import Synchronization
import Testing

/// Replays to the edges of time: gaps as long as there can be, and an end in the middle of one.
@Suite("Replay at the edges of time") struct ReplayTimeTests {
  static let last = Int64.max
  static let century: Int64 = 3_155_760_000_000_000_000

  /// A session with a sample at each of these times.
  static func events(at times: [Int64]) throws -> SessionEvents {
    var sample = SessionSample()
    for (index, time) in times.enumerated() {
      sample.addAcceleration(Double(index), at: UInt64(time))
    }
    let source = MCAPMemorySource(try sample.written())
    let scan = try MCAPSegmentScanner.scan(source)
    return try SessionEvents(source, scan: scan, routing: SessionSample.routing)
  }

  /// Replays such a session, and says what came of it.
  static func replay(
    _ times: [Int64],
    _ options: ReplayOptions
  ) throws -> (digest: TraceDigest, wasInterrupted: Bool, isWhole: Bool) {
    var map = CommandMap()
    map.view("accel", Handler())
    let result = Replay.run(
      try events(at: times),
      table: try CommandTable(map),
      sink: NoSink(),
      options: options
    )
    return (result.digest, result.wasInterrupted, result.failure == nil)
  }

  @Test(
    "Every event is delivered at every speed, the last moments included",
    arguments: [
      [last], [last - 1], [last, last], [last - 2, last - 1, last], [0, century], [0, last],
      [7, century, last - 1, last, last],
    ]
  )
  func delivered(times: [Int64]) throws {
    let expected = try Self.replay(times, ReplayOptions())
    #expect(expected.digest.count == times.count && expected.isWhole)
    for speed in [0.001, 1, 10, 1e6] {
      for rings in [1, 3] {
        for gap in [nil, 1_000_000] as [Int64?] {
          var options = ReplayOptions()
          options.speed = .times(speed)
          options.clock = VirtualClock(startingAt: 1_000_000_000)
          options.rings = rings
          options.ringCapacity = 2
          options.maximumGapNanoseconds = gap
          let result = try Self.replay(times, options)
          #expect(result.digest.total == expected.digest.total)
          #expect(!result.wasInterrupted)
        }
      }
    }
  }

  @Test("What is not yet due when a replay is stopped did not happen", arguments: [1, 3])
  func stopped(rings: Int) throws {
    let asked = Atomic(0)
    var options = ReplayOptions()
    options.speed = .times(1)
    options.rings = rings
    // Asked for each event, and all the while the last one is waited for.
    options.shouldStop = { asked.wrappingAdd(1, ordering: .relaxed).newValue > 10 }
    for fault in [nil, .flip(0), .swap(1)] as [ReplayFault?] {
      asked.store(0, ordering: .relaxed)
      options.fault = fault
      let result = try Self.replay([0, 1, 2, Self.century], options)
      #expect(result.wasInterrupted)
      #expect(result.digest.count == 3)
    }
  }
}
