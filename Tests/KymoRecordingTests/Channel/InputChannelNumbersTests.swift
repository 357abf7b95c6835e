import KymoCore
import Testing

@testable import KymoRecording

@Suite("Channels of named numbers") struct InputChannelNumbersTests {
  @Test(
    "have names that ROS 2 allows",
    arguments: [
      ("x", "x"), ("rotationRateX", "rotation_rate_x"),
      ("Horizontal Accuracy (m)", "horizontal_accuracy_m"),
      ("__a__b__", "a_b"), ("2nd", "value_2nd"), ("µ°", "value"), ("", "value"), ("HRV", "hrv"),
    ]
  )
  func names(text: String, name: String) { #expect(InputChannel.fieldName(text) == name) }

  @Test("are samples up to six, and data beyond")
  func kinds() {
    for count in 1...8 {
      let fields = (1...count).map { _ in (name: "a", comment: "m\n/s") }
      let channel = InputChannel.numbers("/some_thing/2/x", fields: fields)
      #expect(channel.kind == (count <= 6 ? .sample : .data))
      #expect(channel.bodyBytes == 8 * count)
      #expect(channel.schemaName == "kymograph/msg/SomeThingValue2X")
      let text = String(decoding: channel.definition, as: UTF8.self)
      #expect(text.contains("float64 a"))
      #expect(text.split(separator: "\n").count == count + 1)
      #expect(count == 1 || text.contains("float64 a_2  # m /s\n"))
    }
  }

  @Test("that are well known each have a topic of their own, a row, and a definition")
  func wellKnown() {
    let channels = InputChannel.wellKnown
    let table = ChannelTable.standard.adding(channels)
    #expect(table.rows.filter(\.isOpen).map(\.channel.topic) == channels.map(\.topic))
    #expect(table.rows.filter(\.isOpen).map(\.source.rawValue).first == 16)
    for channel in channels {
      let lines = String(decoding: channel.definition, as: UTF8.self).split(separator: "\n")
      let fields = lines.filter { $0.hasPrefix("float64") }
      #expect(8 * fields.count == channel.bodyBytes, "\(channel.topic)")
    }
  }

  @Test("find no row twice, and none if there can be none")
  func rows() throws {
    let own = InputChannel.sample("/light", schema: "a/msg/B", bytes: 8, command: "l")
    let table = try ChannelTable([own, .imu.topic("/x", source: SourceID(rawValue: 17))])
    let more = table.adding([.light, .power, .power, .imu.topic("/trace"), .cadence])
    #expect(more.rows.filter(\.isOpen).map(\.channel.topic) == ["/power", "/cadence"])
    #expect(more.rows.filter(\.isOpen).map(\.source.rawValue) == [18, 19])
    let many = (0..<300).map { InputChannel.numbers("/n\($0)", fields: [("x", "")]) }
    #expect(table.adding(many).rows.filter(\.isOpen).count == 237)
  }

  @Test("have the bytes of CDR as messages, and the payload as samples")
  func bytes() {
    let row = MessageRow(timestamp: 1, line: 1, numbers: [1, -2])
    #expect(row.bytes == [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0xC0])
    let sample = SampleRow(timestamp: 1, line: 1, numbers: [1, 2, 3, 4, 5, 6])
    #expect(Double(bitPattern: sample.payload.word5) == 6)
  }
}
