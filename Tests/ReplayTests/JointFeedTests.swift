import KymoBridge
import KymoCore
import KymoMCAP
import KymoRecording
import KymoSamples
import KymoTestSupport
import Testing

/// Feeds that are put on one time line.
@Suite("Joint feeds") struct JointFeedTests {
  /// Accelerations, locations and requests at random times; few times, so that many are the same.
  private static func inputs(_ count: Int, _ random: inout SeededRandom) -> [SessionInput] {
    (0..<count).map { number in
      let time = Int64(random.below(50)) * 1_000_000_000
      switch random.below(3) {
      case 0:
        return SessionInput(
          request: Array("call?cmd=logMessage&msg=%5B%22\(number)%22%5D".utf8),
          by: .http,
          at: time
        )
      case 1:
        return SessionInput(
          event: Event(
            timestamp: time,
            sequence: 0,
            command: .unknown,
            source: .accelerometer,
            kind: .acceleration,
            payload: Payload(Acceleration(x: Double(number), y: 0, z: 9.81))
          )
        )
      default:
        let place = Location(latitude: 47, longitude: Double(number) / 100, fixTimestamp: time)
        return SessionInput(
          event: Event(
            timestamp: time,
            sequence: 0,
            command: .unknown,
            source: .location,
            kind: .location,
            payload: Payload(place)
          )
        )
      }
    }
  }

  private static func description(_ name: String) -> SessionDescription {
    var description = SessionDescription(origin: name, clock: .unix)
    description.calls = .init()
    return description
  }

  /// Records what a feed gives, to its end or to a gap.
  private static func record(
    _ feed: inout JointFeed
  ) throws -> (messages: [(time: UInt64, topic: UInt16, data: [UInt8])], digest: UInt64) {
    let sink = MCAPMemorySink()
    let app = try AppInstance(DeviceCatalog.self, setup: AppSetup(feed.description))
    var maker = try SessionMaker(sink, app, feed.description)
    try maker.append(&feed)
    let digest = try maker.finish().digest
    var reader = MCAPStreamReader(MCAPMemorySource(sink.bytes))
    var messages: [(time: UInt64, topic: UInt16, data: [UInt8])] = []
    while let view = try reader.nextMessage() {
      let message = reader.message(view)
      messages.append((message.logTime, message.channelID, message.data))
    }
    return (messages, digest)
  }

  @Test("are what one feed of all their inputs is", arguments: [501, 502, 503, 504])
  func joined(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let all = Self.inputs(400, &random)
    // Of one time and channel, those of an earlier feed come first: so they stand in the list of all.
    let bounds = [0, random.below(400), random.below(400), 400].sorted()
    let parts = zip(bounds, bounds.dropFirst()).map { Array(all[$0..<$1]) }
    var whole = try JointFeed([InputListFeed(all, Self.description("a"))], named: ["a"])
    var joint = try JointFeed(
      parts.map { InputListFeed($0, Self.description("a")) },
      named: ["a", "b", "c"]
    )
    let (expected, digest) = try Self.record(&whole)
    let (found, ownDigest) = try Self.record(&joint)
    #expect(digest == ownDigest)
    #expect(expected.count == found.count)
    #expect(zip(expected, found).allSatisfy { $0 == $1 })
    #expect(joint.counts == parts.map(\.count))
  }

  @Test("are moved, with the times of their fixes, and none before zero", arguments: [511, 512])
  func moved(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let inputs = Self.inputs(200, &random)
    let offset: Int64 = -7_500_000_000
    var joint = try JointFeed(
      [
        InputListFeed(Self.inputs(5, &random), Self.description("a")),
        InputListFeed(inputs, Self.description("b")),
      ],
      named: ["a", "b"],
      .offsets([offset])
    )
    let shift = joint.shiftNanoseconds
    #expect(joint.offsets == [shift, offset + shift])
    #expect(shift >= 0 && shift <= -offset)
    var times: [Int64] = []
    try joint.resolve(.standard)
    while let run = try joint.next(shouldStop: { false }) {
      for event in run.events {
        times.append(event.timestamp)
        if event.kind == .location {
          #expect(event.payload.location.fixTimestamp == event.timestamp)
        }
      }
    }
    #expect(times == times.sorted())
    #expect(times.count == 205 && times.allSatisfy { $0 >= 0 })
  }

  @Test("end at gaps, and lose nothing", arguments: [521, 522])
  func split(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let inputs = Self.inputs(12, &random)
    let times = inputs.map(\.event.timestamp).sorted()
    let gaps = zip(times, times.dropFirst()).filter { $1 - $0 > 4_000_000_000 }.count
    var feed = try JointFeed(
      [InputListFeed(inputs, Self.description("a"))],
      named: ["a"],
      gaps: .split(4_000_000_000)
    )
    var recordings = 0
    repeat {
      feed.continueBehindGap()
      _ = try Self.record(&feed)
      recordings += 1
    } while feed.isAtGap
    #expect(recordings == gaps + 1 && feed.gaps.count == gaps)
    #expect(feed.counts == [12])
  }

  @Test("of clocks that say nothing about each other are refused")
  func clocks() throws {
    var relative = Self.description("b")
    relative.clock = .relative
    let feeds = [InputListFeed([], Self.description("a")), InputListFeed([], relative)]
    let error = ImportError.mixedFormats(files: ["a", "b"])
    #expect(throws: error) { try JointFeed(feeds, named: ["a", "b"]) }
    #expect(throws: error) { try JointFeed(feeds, named: ["a", "b"], .clock) }
    let moved = try JointFeed(feeds, named: ["a", "b"], .start)
    #expect(moved.description.clock == .unix)
    // Two that count from their own starts share no clock, unless somebody says so.
    let alike = [InputListFeed([], relative), InputListFeed([], relative)]
    #expect(throws: error) { try JointFeed(alike, named: ["a", "b"]) }
    #expect(try JointFeed(alike, named: ["a", "b"], .clock).description.clock == .relative)
  }

  @Test("that are moved too far are refused")
  func beyond() throws {
    let input = SessionInput(request: Array("call?cmd=a".utf8), by: .http, at: 5)
    let feeds = (0..<3).map { _ in InputListFeed([input], Self.description("a")) }
    for offsets: [Int64] in [[.min, .max], [.min + 1, .max - 9], [-1 << 62, .max - 5]] {
      #expect(throws: ImportError.self) {
        var feed = try JointFeed(feeds, named: ["a", "b", "c"], .offsets(offsets))
        _ = try Self.record(&feed)
      }
    }
  }

  @Test("whose calls are written by different rules are refused")
  func rules() throws {
    var legacy = Self.description("b")
    legacy.calls = CallRules(mode: .legacy)
    let feeds = [InputListFeed([], Self.description("a")), InputListFeed([], legacy)]
    #expect(throws: ImportError.self) { try JointFeed(feeds, named: ["a", "b"]) }
  }
}
