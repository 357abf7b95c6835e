/// Reads the fields of a message of ROS, one after the other; CDR of ROS 2, or the serialization of ROS 1.
///
/// Whatever lies beyond the end is nothing: ``isWhole`` says whether all was there.
struct ROSFields {
  private let bytes: [UInt8]
  private var place: Int
  /// Where alignment counts from; nil in ROS 1, which has none.
  private let origin: Int?
  private var isBigEndian = false
  /// Whether all that was asked for was there.
  private(set) var isWhole = true

  /// Begins with the first field; nil if the bytes are no such message.
  init?(_ bytes: [UInt8], isROS1: Bool) {
    self.bytes = bytes
    if isROS1 {
      place = 0
      origin = nil
      return
    }
    // CDR of either order of bytes; a list of parameters is no message.
    guard bytes.count >= 4, bytes[0] == 0, bytes[1] <= 1 else { return nil }
    isBigEndian = bytes[1] == 0
    place = 4
    origin = 4
  }

  private mutating func take(_ size: Int) -> Int? {
    if let origin { place += (size - (place - origin) % size) % size }
    guard place <= bytes.count - size else {
      isWhole = false
      return nil
    }
    defer { place += size }
    return place
  }

  private func integer(at place: Int, _ count: Int) -> UInt64 {
    bytes.integer(at: place, count, isBigEndian: isBigEndian)
  }

  mutating func byte() -> UInt8 {
    guard let place = take(1) else { return 0 }
    return bytes[place]
  }

  mutating func short() -> UInt16 {
    guard let place = take(2) else { return 0 }
    return UInt16(truncatingIfNeeded: integer(at: place, 2))
  }

  mutating func word() -> UInt32 {
    guard let place = take(4) else { return 0 }
    return UInt32(truncatingIfNeeded: integer(at: place, 4))
  }

  mutating func number() -> Double {
    guard let place = take(8) else { return .nan }
    return Double(bitPattern: integer(at: place, 8))
  }

  mutating func numbers(_ count: Int) -> [Double] { (0..<count).map { _ in number() } }

  mutating func skipText() {
    let length = Int(word())
    guard length <= bytes.count - place else {
      isWhole = false
      return
    }
    place += length
  }

  /// A `std_msgs/Header`: its stamp in ns; nil for one of zero, or before 1970.
  mutating func header() -> Int64? {
    if origin == nil { _ = word() }
    let (seconds, nanoseconds) = (word(), word())
    skipText()
    if nanoseconds >= 1_000_000_000 { isWhole = false }
    // ROS 1 counts without a sign, ROS 2 with one.
    let whole = origin == nil ? Int64(seconds) : Int64(Int32(bitPattern: seconds))
    let time = whole * 1_000_000_000 + Int64(nanoseconds)
    return isWhole && time > 0 ? time : nil
  }
}

extension [UInt8] {
  /// The integer of so many bytes.
  func integer(at place: Int, _ count: Int, isBigEndian: Bool = false) -> UInt64 {
    let bytes = self[place..<place + count]
    return isBigEndian
      ? bytes.reduce(0) { $0 << 8 | UInt64($1) }
      : bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
