/// The first line of a reply.
struct StatusLine {
  let minorVersion: Int
  let status: Int

  private static let start = "HTTP/"

  /// Reads a line without its end.
  init(_ text: RawSpan) throws(ResponseError) {
    if let fault = Self.fault([], text) { throw fault }
    guard text.byteCount >= Self.start.utf8.count else { throw .statusLine }
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

  /// Returns the fault by which a reply is none whose first line begins with some bytes, and goes
  /// on with others; nil if that may be a status line.
  static func fault(_ first: [UInt8], _ rest: RawSpan) -> ResponseError? {
    let count = first.count + rest.byteCount
    func byte(_ place: Int) -> UInt8 {
      place < first.count ? first[place] : rest.byte(place - first.count)
    }
    var place = 0
    for letter in Self.start.utf8 {
      guard place < count else { return nil }
      guard byte(place) == letter else {
        // A record of TLS: its type, and the version 3.x.
        let isTLS = count > 1 && (20...23).contains(byte(0)) && byte(1) == 3
        return isTLS ? .tls : .statusLine
      }
      place += 1
    }
    return nil
  }
}
