/// Where the values of one report of gpsd lie in its line.
struct GPSDReport {
  private var places: [Range<Int>] = GPSDWord.allCases.map { _ in 0..<0 }
  /// Whether the time is a text and no count of seconds.
  private(set) var isTimeText = true

  /// The keys, as the bytes of a word.
  private static let keys: [UInt64] = GPSDWord.allCases.map { packed($0.key) }

  /// Finds the values among the members of an object.
  init(_ line: JSONLine, _ bytes: Span<UInt8>) {
    for member in line.members where member.key.count <= 8 {
      var key = UInt64(0)
      for (shift, place) in member.key.enumerated() {
        key |= UInt64(bytes[place]) << UInt64(8 * shift)
      }
      guard let index = Self.keys.firstIndex(of: key) else { continue }
      places[index] = member.value
      if GPSDWord.allCases[index] == .time { isTimeText = member.isText }
    }
  }

  /// The place of a value; empty if there is none.
  subscript(_ word: GPSDWord) -> Range<Int> {
    guard let index = GPSDWord.allCases.firstIndex(of: word) else { return 0..<0 }
    return places[index]
  }

  private static func packed(_ text: StaticString) -> UInt64 {
    var key = UInt64(0)
    for (shift, byte) in String(describing: text).utf8.enumerated() {
      key |= UInt64(byte) << UInt64(8 * shift)
    }
    return key
  }
}
