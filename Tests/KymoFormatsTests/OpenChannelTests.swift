import KymoCore
import KymoMCAP
import KymoRecording
import Testing

@testable import KymoFormats

@Suite("Channels that no app lists") struct OpenChannelTests {
  /// An app that takes the light, and nothing else that is not usual.
  final class LightApp: App {
    static let name = "Light"
    static let channels = InputChannel.usual + [InputChannel.light]
    var map = CommandMap()
    init(_ setup: AppSetup) { map.view("light") { _ in .proceed } }
  }

  static let many = InputChannel.numbers(
    "/wrist/motion",
    fields: (1...8).map { ("value \($0)", "of a test") }
  )

  static func sample(_ second: Int64, _ numbers: Double...) -> SampleRow {
    SampleRow(timestamp: second * 1_000_000_000, line: Int(second), numbers: numbers)
  }

  static func message(_ second: Int64, _ first: Double) -> MessageRow {
    let numbers = [first, 2, 3, 4, 5, 6, 7, .nan]
    return MessageRow(timestamp: second * 1_000_000_000, line: Int(second), numbers: numbers)
  }

  static let format = TablesFormat([
    ("a", .samples(topic: "/heart_rate", [sample(5, 60), sample(6, 61)]), nil),
    ("b", .messages(topic: "/wrist/motion", [message(7, 1), message(4, 2), message(5, 3)]), many),
    ("c", .samples(topic: "/light", [sample(5, 300)]), nil),
    ("d", .samples(topic: "/gyroscope", [sample(5, 1, 2, 3)]), nil),
    (
      "e",
      .samples(topic: "/speed", [sample(4, 1, 2)]),
      .numbers("/speed", fields: [("x", "m/s"), ("y", "m/s")])
    ),
  ])

  /// A recording of the format's files through an app, and what the import said.
  static func recording(
    _ format: TablesFormat = format,
    _ app: any App.Type = LightApp.self,
    reversed: Bool = false
  ) throws -> (bytes: [UInt8], repairs: [Repair], notes: [ImportNote]) {
    var log = ImportLog(isStrict: false)
    var importer = SessionImporter(formats: [format])
    importer.channels = try ChannelTable(app.channels)
    let registry = FormatRegistry(formats: [format], options: importer.options)
    let events = try importer.events(of: format.files(reversed: reversed), registry, &log)
    let sink = MCAPMemorySink()
    let instance = try AppInstance(app, setup: AppSetup(events.description))
    var maker = try SessionMaker(sink, instance, events.description)
    try maker.append(allOf: events)
    try maker.finish()
    return (sink.bytes, events.repairs, events.notes)
  }

  @Test("are recorded, counted and kept by a replay, and reach no handler")
  func recorded() throws {
    let (bytes, repairs, _) = try Self.recording()
    #expect(repairs.map(\.rule) == [.unsortedRows])
    let file = try SessionFile(MCAPMemorySource(bytes))
    // The app lists the light; the gyroscope is a standard channel.
    #expect(
      file.description?.openChannels.map(\.topic) == ["/heart_rate", "/speed", "/wrist/motion"]
    )
    #expect(file.result?.events == 1)
    #expect(file.result?.channelDigests.map(\.topic) == ["/accelerometer", "/location", "/light"])
    let app = try AppInstance(LightApp.self, setup: AppSetup(file))
    var events = try file.events(app.routing)
    var times: [String: [Int64]] = [:]
    while let event = try events.next() {
      let topic = app.routing.channels.row(event.source)?.channel.topic ?? ""
      times[topic, default: []].append(event.timestamp / 1_000_000_000)
    }
    #expect(
      times == [
        "/heart_rate": [5, 6], "/wrist/motion": [4, 5, 7], "/light": [5], "/gyroscope": [5],
        "/speed": [4],
      ]
    )
    #expect(events.unheard.allSatisfy { $0.use == .passed })
    let verification = try file.verify(through: AppInstance(LightApp.self, setup: AppSetup(file)))
    #expect(verification.holds)
  }

  @Test("have a schema whose definition says what each number is")
  func schema() throws {
    let file = try SessionFile(MCAPMemorySource(try Self.recording().bytes))
    let catalog = file.scan.catalog
    let channel = try #require(catalog.channels(topic: "/wrist/motion").first)
    let schema = try #require(catalog.schema(channel.schemaID))
    #expect(schema.name == "kymograph/msg/WristMotion")
    #expect(schema.encoding == "ros2msg")
    #expect(String(decoding: schema.data, as: UTF8.self).contains("float64 value_8  # of a test\n"))
    #expect(channel.messageEncoding == "cdr")
  }

  @Test("give the same bytes whatever the order of the files")
  func deterministic() throws {
    #expect(try Self.recording().bytes == Self.recording(reversed: true).bytes)
  }

  @Test("hold the exact bytes of messages, but for those that are too long")
  func messages() throws {
    let limit = MessageRow.maximumBytes
    let rows = [
      [1, 2], [UInt8](repeating: 7, count: limit), [], [UInt8](repeating: 7, count: limit + 1),
    ]
    .enumerated().map { MessageRow(timestamp: Int64($0), line: $0 + 1, bytes: $1) }
    let notes = InputChannel.data("/annotation", messageEncoding: "text", command: "annotation")
    for isSorted in [true, false] {
      let all = isSorted ? rows : rows.reversed()
      let format = TablesFormat([("a", .messages(topic: "/annotation", all), notes)])
      let importer = SessionImporter(formats: [format])
      let session = try importer.importFiles(format.files())
      #expect(session.repairs.first?.rule == .messageTooLong)
      #expect(session.repairs.first?.line == 4)
      #expect(session.events.map { session.message(of: $0).count } == [2, limit, 0])
      let file = try SessionFile(MCAPMemorySource(try Self.recording(format).bytes))
      #expect(try file.verify(through: AppInstance(LightApp.self, setup: AppSetup(file))).holds)
    }
  }

  @Test("are passed over, with a note, where the app takes the topic for something else")
  func mismatch() throws {
    final class OtherApp: App {
      static let name = "Other"
      static let channels = [InputChannel.imu.topic("/heart_rate").command("x")]
      var map = CommandMap()
      init(_ setup: AppSetup) {}
    }
    let (bytes, _, notes) = try Self.recording(Self.format, OtherApp.self)
    #expect(notes.first?.explanation.contains("sensor_msgs/msg/Imu") == true)
    let file = try SessionFile(MCAPMemorySource(bytes))
    #expect(file.scan.catalog.channels(topic: "/heart_rate").isEmpty)
    #expect(file.description?.openChannels.map(\.topic) == ["/light", "/speed", "/wrist/motion"])
  }
}
