/// One sentence of NMEA 0183, such as `$GPRMC,...*5C`: where it ends, and whether its sum is right.
struct NMEASentence {
  /// The state of a sentence.
  enum State {
    /// Its sum is right.
    case sound
    /// It has no sum.
    case unsummed
    /// Its sum is another one.
    case wrongSum
    /// Another sentence begins within it.
    case garbled
  }

  /// The state.
  let state: State
  /// The type; nil if it means nothing here.
  let type: NMEAType?
  /// The letters before the first comma, the first of them lowest, eight at most.
  let address: UInt64
  /// Where the fields lie: behind the first comma, and before the sum.
  let fields: Range<Int>
  /// Where it ends: a next sentence may begin here.
  let end: Int

  private static let dollar = UInt8(ascii: "$")
  private static let star = UInt8(ascii: "*")

  /// The place of the next `$`; nil if there is none.
  static func start(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var place = range.lowerBound
    let pattern = ByteWord.repeated(dollar)
    while place &+ 8 <= range.upperBound {
      let found = ByteWord.matches(bytes.word(at: place), pattern)
      if found != 0 { return place &+ found.trailingZeroBitCount &>> 3 }
      place &+= 8
    }
    while place < range.upperBound {
      if bytes[place] == dollar { return place }
      place &+= 1
    }
    return nil
  }

  /// Looks at the sentence that begins with the `$` at `start`, in a line that ends at `end`.
  init(_ bytes: Span<UInt8>, start: Int, end: Int) {
    var (place, address) = (start &+ 1, UInt64(0))
    while place < end, place &- start <= 8, bytes[place] != UInt8(ascii: ",") {
      if bytes[place] == Self.dollar || bytes[place] == Self.star { break }
      address |= UInt64(bytes[place]) &<< UInt64(8 &* (place &- start &- 1))
      place &+= 1
    }
    self.address = address
    // Two letters of the talker, and three of the type.
    let isUsual = place &- start == 6 && place < end && bytes[place] == UInt8(ascii: ",")
    type = isUsual ? NMEAType(letters: UInt32(truncatingIfNeeded: address &>> 16)) : nil
    let (stop, sum) = Self.stop(bytes, start &+ 1, end)
    fields = min(place &+ 1, stop)..<stop
    guard stop < end else {
      self.end = end
      state = .unsummed
      return
    }
    guard bytes[stop] == Self.star else {
      self.end = stop
      state = .garbled
      return
    }
    guard stop &+ 2 < end, let high = Self.digit(bytes[stop &+ 1]),
      let low = Self.digit(bytes[stop &+ 2])
    else {
      self.end = stop &+ 1
      state = .wrongSum
      return
    }
    self.end = stop &+ 3
    state = high &<< 4 | low == sum ? .sound : .wrongSum
  }

  /// Where the first `*` or `$` is, or the end; and the sum of the bytes before.
  private static func stop(
    _ bytes: Span<UInt8>,
    _ start: Int,
    _ end: Int
  ) -> (place: Int, sum: UInt8) {
    let (stars, dollars) = (ByteWord.repeated(star), ByteWord.repeated(dollar))
    var (place, sum) = (start, UInt64(0))
    while place &+ 8 <= end {
      let word = bytes.word(at: place)
      if ByteWord.matches(word, stars) | ByteWord.matches(word, dollars) != 0 { break }
      sum ^= word
      place &+= 8
    }
    sum ^= sum &>> 32
    sum ^= sum &>> 16
    var rest = UInt8(truncatingIfNeeded: sum ^ sum &>> 8)
    while place < end, bytes[place] != star, bytes[place] != dollar {
      rest ^= bytes[place]
      place &+= 1
    }
    return (place, rest)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
    default: nil
    }
  }
}
