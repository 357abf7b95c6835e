import KymoCore
import Testing

/// Every field is read where CDR puts it, and nothing outside the message.
@Suite("CDR reader") struct CDRReaderTests {
  /// A sensor_msgs/msg/Imu.
  private func imu(frame: String) -> CDRMessage {
    var message = CDRMessage()
    message.add(Int32(12))
    message.add(UInt32(345_000_000))
    message.add(frame)
    message.add([0, 0, 0, 1])
    message.add(Array(repeating: -1, count: 9))
    message.add([0.1, -0.2, 0.3])
    message.add(Array(repeating: 0.01, count: 9))
    message.add([0.5, 0.25, 9.75])
    message.add(Array(repeating: 0.02, count: 9))
    return message
  }

  private func read<Result>(
    _ bytes: [UInt8],
    _ body: (inout CDRReader) throws(CDRError) -> Result
  ) throws(CDRError) -> Result {
    try UnsafeBytes.lend(bytes) { (message) throws(CDRError) in
      try CDRReader.read(message, body)
    }
  }

  @Test("an IMU's message, whatever the length of its frame id", arguments: 0..<9)
  func imuMessage(length: Int) throws {
    let bytes = imu(frame: String(repeating: "f", count: length)).bytes
    let read = try read(bytes) { (cdr) throws(CDRError) in
      let time = try cdr.header()
      try cdr.skip(doubles: 4 + 9)
      let turn = try cdr.vector()
      try cdr.skip(doubles: 9)
      let force = try cdr.vector()
      try cdr.skip(doubles: 9)
      let numbers = [turn.x, turn.y, turn.z, force.x, force.y, force.z]
      return (time, numbers, cdr.byteCount - cdr.offset)
    }
    #expect(read.0 == 12_345_000_000)
    #expect(read.1 == [0.1, -0.2, 0.3, 0.5, 0.25, 9.75])
    #expect(read.2 == 0, "and nothing is left")
  }

  @Test("each size is aligned to itself")
  func alignment() throws {
    var message = CDRMessage()
    message.add(UInt8(7))
    message.add(Int16(-2))
    message.add(UInt8(1))
    message.add(UInt32(0xDEAD_BEEF))
    message.add(UInt8(9))
    message.add(Int64.min)
    message.add(UInt8(0))
    message.add(Float(0.5).bitPattern)
    message.add(2.5)
    let integers = try read(message.bytes) { (cdr) throws(CDRError) in
      let first = Int64(try cdr.integer(as: UInt8.self))
      let second = Int64(try cdr.integer(as: Int16.self))
      let isThird = try cdr.boolean()
      let fourth = Int64(try cdr.integer(as: UInt32.self))
      try cdr.skip(bytes: 1)
      let fifth = try cdr.integer(as: Int64.self)
      let isSixth = try cdr.boolean()
      let seventh = try cdr.float()
      let eighth = try cdr.double()
      return (
        [first, second, fourth, fifth], [isThird, isSixth], seventh, eighth,
        cdr.byteCount - cdr.offset
      )
    }
    #expect(integers.0 == [7, -2, 0xDEAD_BEEF, .min])
    #expect(integers.1 == [true, false])
    #expect(integers.2 == 0.5 && integers.3 == 2.5)
    #expect(integers.4 == 0)
  }

  @Test("strings, those without an end included")
  func strings() throws {
    var message = CDRMessage()
    message.add("Grüße")
    message.add("")
    message.add(UInt32(0))  // What some writers make of an empty string.
    message.add(UInt32(2))
    message.bytes += Array("no".utf8)
    let texts = try read(message.bytes) { (cdr) throws(CDRError) in
      (try cdr.string(), try cdr.string(), try cdr.withString { $0.byteCount }, cdr.offset)
    }
    #expect(texts.0 == "Grüße" && texts.1 == "" && texts.2 == 0)
    #expect(throws: CDRError.unterminatedString(offset: texts.3 + 4)) {
      try read(message.bytes) { (cdr) throws(CDRError) in for _ in 0..<4 { try cdr.skipString() } }
    }
  }

  @Test("a message that is cut off anywhere")
  func cut() throws {
    let whole = imu(frame: "phone").bytes
    for length in 0..<whole.count {
      let error = #expect(throws: CDRError.self, "\(length) bytes") {
        try read(Array(whole[..<length])) { (cdr) throws(CDRError) in
          _ = try cdr.header()
          try cdr.skip(doubles: 4 + 9 + 3 + 9 + 3 + 9)
        }
      }
      #expect((error == .encapsulation) == (length < 4))
    }
  }

  @Test("lengths that lie")
  func lies() throws {
    var message = CDRMessage()
    message.add(UInt32.max)
    #expect(throws: CDRError.truncated(offset: 4, bytes: 0xFFFF_FFFF)) {
      try read(message.bytes) { (cdr) throws(CDRError) in try cdr.skipString() }
    }
    #expect(throws: CDRError.tooMany(offset: 0, elements: 0xFFFF_FFFF)) {
      try read(message.bytes) { (cdr) throws(CDRError) in _ = try cdr.count(upTo: 1000) }
    }
    #expect(throws: CDRError.truncated(offset: 0, bytes: 8 << 31)) {
      try read(message.bytes) { (cdr) throws(CDRError) in try cdr.skip(doubles: 1 << 31) }
    }
  }

  @Test("a header alone is a message without fields, and a count may be the limit")
  func limits() throws {
    #expect(try read([0, 1, 0, 0]) { $0.offset } == 0)
    var message = CDRMessage()
    message.add(UInt32(1000))
    let count = try read(message.bytes) { (cdr) throws(CDRError) in try cdr.count(upTo: 1000) }
    #expect(count == 1000)
    #expect(throws: CDRError.tooMany(offset: 0, elements: 1000)) {
      try read(message.bytes) { (cdr) throws(CDRError) in _ = try cdr.count(upTo: 999) }
    }
  }

  @Test("another encapsulation", arguments: [[0, 0], [0, 3], [0, 7], [1, 0]] as [[UInt8]])
  func encapsulation(start: [UInt8]) {
    let bytes = start + [0, 0] + Array(repeating: 0, count: 64)
    #expect(throws: CDRError.encapsulation) {
      try read(bytes) { (cdr) throws(CDRError) in _ = try cdr.double() }
    }
  }
}
