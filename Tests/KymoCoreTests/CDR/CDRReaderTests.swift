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
    try read(bytes) { (cdr) throws(CDRError) in
      #expect(try cdr.header() == 12_345_000_000)
      try cdr.skip(doubles: 4 + 9)
      #expect(try cdr.vector() == (0.1, -0.2, 0.3))
      try cdr.skip(doubles: 9)
      #expect(try cdr.vector() == (0.5, 0.25, 9.75))
      try cdr.skip(doubles: 9)
      #expect(cdr.offset == cdr.byteCount)
    }
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
    try read(message.bytes) { (cdr) throws(CDRError) in
      #expect(try cdr.integer(as: UInt8.self) == 7)
      #expect(try cdr.integer(as: Int16.self) == -2)
      #expect(try cdr.boolean())
      #expect(try cdr.integer(as: UInt32.self) == 0xDEAD_BEEF)
      try cdr.skip(bytes: 1)
      #expect(try cdr.integer(as: Int64.self) == .min)
      #expect(try cdr.boolean() == false)
      #expect(try cdr.float() == 0.5)
      #expect(try cdr.double() == 2.5)
      #expect(cdr.offset == cdr.byteCount)
    }
  }

  @Test("strings, those without an end included")
  func strings() throws {
    var message = CDRMessage()
    message.add("Grüße")
    message.add("")
    message.add(UInt32(0))  // What some writers make of an empty string.
    message.add(UInt32(2))
    message.bytes += Array("no".utf8)
    try read(message.bytes) { (cdr) throws(CDRError) in
      #expect(try cdr.string() == "Grüße")
      #expect(try cdr.string() == "")
      #expect(try cdr.withString { $0.byteCount } == 0)
      let place = cdr.offset + 4
      #expect(throws: CDRError.unterminatedString(offset: place)) { try cdr.skipString() }
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
      if length < 4 { #expect(error == .encapsulation) }
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

  @Test("another encapsulation", arguments: [[0, 0], [0, 3], [0, 7], [1, 0]] as [[UInt8]])
  func encapsulation(start: [UInt8]) {
    let bytes = start + [0, 0] + Array(repeating: 0, count: 64)
    #expect(throws: CDRError.encapsulation) {
      try read(bytes) { (cdr) throws(CDRError) in _ = try cdr.double() }
    }
  }
}
