/// The first line of a reply.
struct StatusLine {
  let minorVersion: Int
  let status: Int

  private static let start = "HTTP/"

  /// Reads a line without its end.
  init(_ text: RawSpan) throws(ResponseError) {
    guard text.byteCount >= 5 else { throw .statusLine }
    var place = 0
    for letter in Self.start.utf8 {
      guard text.byte(place) == letter else { throw .statusLine }
      place += 1
    }
    guard text.byteCount >= 8, text.byte(5) == UInt8(ascii: "1"), text.byte(6) == UInt8(ascii: ".")
    else { throw .version }
    let minor = text.byte(7)
    guard minor == UInt8(ascii: "0") || minor == UInt8(ascii: "1"),
      text.byteCount == 8 || text.byte(8) == 32
    else { throw .version }
    minorVersion = Int(minor - UInt8(ascii: "0"))
    guard text.byteCount >= 12 else { throw .status }
    var status = 0
    for place in 9..<12 {
      let digit = text.byte(place)
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { throw .status }
      status = status * 10 + Int(digit - UInt8(ascii: "0"))
    }
    guard 100...999 ~= status, text.byteCount == 12 || text.byte(12) == 32 else { throw .status }
    self.status = status
  }

  /// Whether a status line can begin with some bytes.
  static func mayBegin(with bytes: [UInt8]) -> Bool {
    zip(bytes, Self.start.utf8).allSatisfy { $0 == $1 }
  }
}
