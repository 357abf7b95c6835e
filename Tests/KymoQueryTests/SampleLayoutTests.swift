import KymoMCAP
import Testing

@testable import KymoQuery

@Suite("Fields of messages") struct SampleLayoutTests {
  private func layout(_ definition: String, _ name: String = "acme_msgs/msg/It") -> SampleLayout? {
    SampleLayout(
      MCAPSchema(id: 1, name: name, encoding: "ros2msg", data: Array(definition.utf8))
    )
  }

  @Test func fieldsOfOtherMessagesAreTakenApart() throws {
    let found = try #require(
      layout(
        """
        # A comment.
        uint8 KIND=3
        std_msgs/Header header
        Pair pair
        float32[2] both  # m/s^2, as it says
        string<=10 word
        bool on true
        float64[] rest
        float64 behind
        ================
        MSG: std_msgs/Header
        builtin_interfaces/Time stamp
        string frame_id
        ===
        MSG: acme_msgs/Pair
        int16 left  # something else
        int16 right
        """
      )
    )
    #expect(
      found.fields.map(\.name) == [
        "header_stamp_sec", "header_stamp_nanosec", "header_frame_id", "pair_left", "pair_right",
        "both_0", "both_1", "word", "on",
      ]
    )
    #expect(found.isCut)
    #expect(found.fields[5].unit == "m/s^2" && found.fields[3].unit.isEmpty)
  }

  @Test func hostileDefinitionsEnd() {
    let deep = "Loop loop\n===\nMSG: acme_msgs/Loop\nLoop a\nLoop b\n"
    #expect(layout(deep) == nil)
    let wide =
      "Wide w\n===\nMSG: acme_msgs/Wide\nMore[64] m\n===\nMSG: acme_msgs/More\nfloat64[64] x\n"
    #expect(layout(wide)?.fields.count == SampleLayout.maximumFields)
    for text in ["", "float64", "[", "float64[99999999999999999999] x", "float64[-1] x", "x[ y"] {
      #expect(layout(text) == nil, "\(text)")
    }
    #expect(SampleLayout(MCAPSchema(id: 1, name: "a", encoding: "protobuf", data: [1, 2])) == nil)
  }

  @Test func namesAreWords() {
    var taken: Set<String> = ["gyroscope", "events"]
    #expect(QueryNames.free("/gyroscope", in: &taken) == "gyroscope_2")
    #expect(QueryNames.free("/phone/IMU raw", in: &taken) == "phone_imu_raw")
    #expect(QueryNames.free("/1st", in: &taken) == "_1st")
    #expect(QueryNames.free("\"; DROP", in: &taken) == "drop")
    #expect(QueryNames.free("///", in: &taken) == "unnamed")
    #expect(QueryNames.free("sqlite_master", in: &taken) == "_sqlite_master")
  }
}
