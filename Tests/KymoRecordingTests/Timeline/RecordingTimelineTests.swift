import KymoCore
import KymoMCAP
@testable import KymoRecording
import KymoTestSupport
import Testing

/// What each column of a time line has, against a reduction of all messages at once.
@Suite("A recording's time line") struct RecordingTimelineTests {
  @Test(
    "Columns cover every time, and a long one has more than 2,000",
    arguments: 1...20 as ClosedRange<UInt64>
  )
  func columns(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let start = random.next() >> UInt64.random(in: 1..<64, using: &random)
      let span = random.next() >> UInt64.random(in: 0..<64, using: &random)
      let end = start.addingReportingOverflow(span).overflow ? .max : start + span
      let columns = TimeColumns(from: start, to: end)
      let what = Comment(rawValue: "seed \(seed), from \(start) to \(end): \(columns)")
      #expect(1...TimeColumns.maximumCount ~= columns.count, what)
      #expect(columns.count > 2000 || columns.nanoseconds == 1, what)
      #expect(columns.index(of: start) == 0 && columns.index(of: end) == columns.count - 1, what)
      #expect(columns.index(of: 0) == 0 && columns.index(of: .max) == columns.count - 1, what)
      let time = UInt64.random(in: start...end, using: &random)
      #expect(columns.index(of: time) == Int((time - start) / columns.nanoseconds), what)
    }
  }

  @Test("Lengths are read easily") func lengths() {
    let lengths = [3999, 4000, 60_000_000_000, 3_600_000_000_000, UInt64.max].map {
      TimeColumns(from: 0, to: $0).nanoseconds
    }
    #expect(lengths == [1, 2, 20_000_000, 1_000_000_000, 5_000_000_000_000_000])
  }

  @Test(
    "Each column has the least and the greatest of its samples",
    arguments: 1...8 as ClosedRange<UInt64>
  )
  func envelope(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var sample = Self.sample
    var samples: [(time: UInt64, x: Double)] = []
    var time: UInt64 = 1_700_000_000_000_000_000
    for _ in 0..<UInt64.random(in: 2...3000, using: &random) {
      time += UInt64.random(in: 0...20_000_000, using: &random)
      let x = random.next() % 50 == 0 ? Double.nan : Double.random(in: -40...40, using: &random)
      samples.append((time, x))
      sample.addAcceleration(x, at: time)
    }
    let timeline = try Self.timeline(sample)
    let channel = try #require(timeline.channels.first { $0.topic == "/accelerometer" })
    let columns = TimeColumns(from: samples[0].time, to: time)
    #expect(timeline.columns == columns, "seed \(seed)")
    let plot = channel.plots[0]
    #expect(plot.curves.map(\.name) == ["x", "y", "z", "magnitude"] && plot.remark == "m/s^2")
    let groups = Dictionary(grouping: samples) {
      Int(($0.time - columns.start) / columns.nanoseconds)
    }
    for column in 0..<columns.count {
      let own = groups[column] ?? []
      #expect(channel.counts[column] == own.count, "seed \(seed), column \(column)")
      let known = own.map(\.x).filter(\.isFinite)
      let range = known.min().flatMap { low in known.max().map { low...$0 } }
      #expect(plot.curves[0].envelope.range(of: column) == range, "seed \(seed), column \(column)")
      let gravity = Acceleration.standardGravity
      let sizes = known.map { ($0 * $0 + gravity * gravity).squareRoot() }
      #expect(plot.curves[3].envelope.range(of: column)?.upperBound == sizes.max(), "seed \(seed)")
    }
  }

  @Test("Waits of more than five times the median are gaps, where messages come regularly")
  func gaps() throws {
    var sample = Self.sample
    var time: UInt64 = 0
    for index: UInt64 in 0..<100 {
      time +=
        index == 40 ? 500_000_000 : index == 70 ? 51_000_000 : index == 80 ? 40_000_000 : 10_000_000
      sample.addAcceleration(1, at: time)
    }
    // Fixes that come whenever they like have none.
    for index: UInt64 in 1..<30 { sample.addLocation(48, at: index * index * 1_000_000) }
    let timeline = try Self.timeline(sample)
    let gaps = timeline.channels[0].gaps
    #expect(gaps.count == 2 && gaps.longest.map { $0.end - $0.start } == [500_000_000, 51_000_000])
    #expect(timeline.channels[1].gaps.longest.isEmpty)
    #expect(timeline.channels[1].track.fixes.allSatisfy { $0.latitude == 48 })
  }

  @Test("Fields are found behind texts, and covariances and stamps are left out") func fields()
    throws
  {
    let schema = MCAPSchema(
      id: 1,
      name: "sensor_msgs/msg/Imu",
      encoding: "ros2msg",
      data: InputChannel.imu.definition
    )
    let channel = MCAPChannel(id: 1, schemaID: 1, topic: "/imu", messageEncoding: "cdr")
    let fields = try #require(NumberFields(channel, schema))
    #expect(
      fields.fields.map { "\($0.parent).\($0.name)" } == [
        "orientation.x", "orientation.y", "orientation.z", "orientation.w", "angular_velocity.x",
        "angular_velocity.y", "angular_velocity.z", "linear_acceleration.x",
        "linear_acceleration.y",
        "linear_acceleration.z",
      ]
    )
    for frame in ["", "phone", "a frame of another length"] {
      var writer: [UInt8] = [0, 1, 0, 0] + Array(repeating: 7, count: 8)
      writer += [UInt8(frame.utf8.count + 1), 0, 0, 0] + Array(frame.utf8) + [0]
      while (writer.count - 4) % 8 != 0 { writer.append(9) }
      func add(_ values: [Double]) {
        for value in values {
          writer += (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) }
        }
      }
      for (start, count) in [(1.0, 4), (5, 3), (8, 3)] {
        add((0..<count).map { start + Double($0) })
        add(Array(repeating: -1, count: 9))
      }
      var values = Array(repeating: 0.0, count: fields.fields.count)
      writer.withRawSpan { fields.read($0, into: &values) }
      #expect(values == (1...10).map(Double.init), "frame \(frame)")
      // Cut anywhere: what is not there is not known, and nothing traps.
      for length in 0..<writer.count {
        Array(writer[..<length]).withRawSpan { fields.read($0, into: &values) }
        #expect(values.last?.isNaN == (length < writer.count - 72), "\(length)")
      }
    }
  }

  private static var sample: SessionSample {
    var sample = SessionSample()
    let definition = "float64 x # m/s^2\nfloat64 y # m/s^2\nfloat64 z # m/s^2\n"
    sample.schemas[0].data = Array(definition.utf8)
    sample.schemas[1].data = InputChannel.location.definition
    return sample
  }

  private static func timeline(_ sample: SessionSample) throws -> RecordingTimeline {
    let file = try SessionFile(MCAPMemorySource(sample.written()))
    let table = try ChannelTable(InputChannel.usual)
    var survey = RecordingSurvey(file, table: table, hasTimeline: true)
    _ = survey.read(shouldStop: { false }) { _ in }
    let timeline = survey.timeline
    return try #require(timeline)
  }
}
