/// The fields of a line that commas keep apart, without quotes.
struct CommaFields {
  /// How many fields there are; those beyond ``most`` are not looked at.
  private(set) var count = 0
  private var starts: InlineArray<25, Int> = .init(repeating: 0)

  /// How many fields are looked at.
  private static let most = 24

  /// Finds the fields of a range.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    starts[0] = range.lowerBound
    var place = range.lowerBound
    while place < range.upperBound {
      if bytes[place] == UInt8(ascii: ",") {
        count &+= 1
        starts[count] = place &+ 1
        if count == Self.most { return }
      }
      place &+= 1
    }
    count &+= 1
    starts[count] = range.upperBound &+ 1
  }

  /// The place of a field; empty if there is none, or nothing in it.
  subscript(_ index: Int) -> Range<Int> {
    guard index < count else { return 0..<0 }
    return starts[index]..<starts[index &+ 1] &- 1
  }

  /// The first character of a field; 0 if it is empty.
  func first(_ index: Int, _ bytes: Span<UInt8>) -> UInt8 {
    let range = self[index]
    return range.isEmpty ? 0 : bytes[range.lowerBound]
  }
}
