import KymoBridge
import KymoCore
import KymoRecording
import Testing
import KymoMCAP

/// Texts between the dispatcher and the thread that writes.
@Suite("Recorder, texts") struct RecorderTextTests {
  static func sample(_ sequence: UInt32) -> Event {
    Event(
      timestamp: 0,
      sequence: sequence,
      command: CommandID(rawValue: 1),
      source: .accelerometer,
      kind: .acceleration,
      payload: Payload(Acceleration(x: 0, y: 0, z: 0))
    )
  }

  /// A request whose text lies in `texts`.
  static func request(
    _ sequence: UInt32,
    _ text: [UInt8],
    _ texts: inout PayloadArenaWriter
  ) throws -> Event {
    var event = BridgeChannelTests.request(sequence)
    let reference = try #require(text.withRawSpan { texts.write($0, waits: false) })
    event.payload = Payload(reference)
    return event
  }

  @Test("More text than there is room for at once arrives whole, one behind the other")
  func many() throws {
    let sink = MCAPMemorySink()
    let writer = try SessionWriter(
      sink,
      description: BridgeChannelTests.description(),
      hasTrace: false
    )
    var recorder = Recorder(writer, hasTrace: false)
    let count = 6 * Recorder.maximumTextBytes / (1 << 20)
    for number in 0..<UInt32(count) {
      var texts = PayloadArenaWriter(minimumCapacity: 1 << 21)
      let text = Array("\(number) ".utf8) + [UInt8](repeating: 65, count: 1 << 20 - 10)
      recorder.record(try Self.request(number, text, &texts), text)
    }
    let digest = TraceDigest()
    _ = try recorder.finish(SessionResult(app: "", commands: [], digest: digest))
    var requests = RequestSample()
    requests.rules.limits.messageBytes = 1 << 20
    let read = try RequestSample.read(sink.bytes, requests.routing)
    let numbers = read.texts.compactMap { $0?.split(separator: " ").first }.compactMap { Int($0) }
    #expect(numbers == Array(0..<count))
    #expect(read.events.map(\.sequence) == (0..<UInt32(count)).map { $0 })
    #expect(read.events.allSatisfy { $0.payload.reference.length >= 1 << 20 - 8 })
  }

  @Test(
    "Texts that were dropped while the disk was slow do not keep later ones out",
    .timeLimit(.minutes(15))
  )
  func dropped() throws {
    let sink = GatedSink("once more")
    sink.open()
    let gate = GatedSink("once more")
    var options = SessionWriter.Options()
    options.container.compression = .none
    options.container.chunkBytes = 1000
    // The header is written at once, and must not wait.
    let relay = Relay(first: sink, then: gate)
    let writer = try SessionWriter(
      relay,
      description: BridgeChannelTests.description(),
      hasTrace: false,
      options: options
    )
    relay.isStarted = true
    var recorder = Recorder(writer, hasTrace: false, whenFull: .dropNewest)
    // The first chunk holds the threads up; then no more may be on their way, and texts are dropped.
    for number in 0..<10_000 as Range<UInt32> {
      recorder.record(Self.sample(number))
    }
    let long = [UInt8](repeating: 65, count: 4 << 20)
    for number in 0..<8 as Range<UInt32> {
      var texts = PayloadArenaWriter(minimumCapacity: 8 << 20)
      recorder.record(try Self.request(number, long, &texts), long)
    }
    gate.open()
    var texts = PayloadArenaWriter(minimumCapacity: 16 << 20)
    let last = Array("once more".utf8) + long
    let event = try Self.request(8, last, &texts)
    var waiter = Waiter(.park)
    while gate.count == 0 {
      recorder.record(event, last)
      waiter.pause()
    }
    _ = try recorder.finish(SessionResult(app: "", commands: [], digest: TraceDigest()))
    #expect(gate.count > 0)
  }

  @Test("A recorder that is given up ends its threads", .timeLimit(.minutes(15)))
  func givenUp() throws {
    let sink = MCAPMemorySink()
    let writer = try SessionWriter(
      sink,
      description: BridgeChannelTests.description(),
      hasTrace: false
    )
    var recorder = Recorder(writer, hasTrace: false)
    recorder.record(Self.sample(0))
  }

  /// Two sinks, one before and one after the start of the recording.
  final class Relay: MCAPByteSink {
    let first: GatedSink
    let then: GatedSink
    var isStarted = false

    init(first: GatedSink, then: GatedSink) {
      self.first = first
      self.then = then
    }

    func write(_ bytes: RawSpan) throws(MCAPError) {
      try isStarted ? then.write(bytes) : first.write(bytes)
    }

    func synchronize() throws(MCAPError) {}
  }
}
