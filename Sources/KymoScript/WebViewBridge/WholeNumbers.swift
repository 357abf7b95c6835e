/// Whole numbers as JavaScript writes them: without an exponent up to 10²¹, which is beyond 64 bits.
enum WholeNumbers {
  /// How many digits a whole number has at least that may be beyond 64 bits.
  private static let digits = 19

  /// A JSON text in which long whole numbers have an exponent of 0, so that they are read as doubles, which they were.
  static func widened(_ json: String) -> String {
    var wide: [UInt8] = []
    wide.reserveCapacity(json.utf8.count + 16)
    var (isText, isEscaped) = (false, false)
    /// Digits since the number began; nil outside of whole numbers.
    var length: Int? = nil
    for byte in json.utf8 {
      if isText {
        wide.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == 0x5C {
          isEscaped = true
        } else if byte == 0x22 {
          isText = false
        }
        continue
      }
      switch byte {
      case 0x30...0x39: length = length.map { $0 + 1 } ?? (isNumber(wide.last) ? nil : 1)
      case 0x2D where length == nil && !isNumber(wide.last): length = 0
      default:
        if let known = length, known >= digits, !isNumber(byte) { wide += [0x65, 0x30] }
        length = nil
        isText = byte == 0x22
      }
      wide.append(byte)
    }
    if let length, length >= digits { wide += [0x65, 0x30] }
    return String(decoding: wide, as: UTF8.self)
  }

  /// Whether a byte can stand within a number.
  private static func isNumber(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
  }
}
