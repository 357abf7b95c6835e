/// The pages that may call, one behind the other, so that a look at them counts no references.
struct CallBases: Sendable {
  private struct Place {
    var range: Range<Int>
    var originLength: Int
  }

  private var bytes: [UInt8] = []
  private var places: [Place] = []

  init(_ bases: [String]) {
    for base in bases.map({ CallBase($0) }) {
      let range = bytes.count..<bytes.count + base.bytes.count
      bytes += base.bytes
      places.append(Place(range: range, originLength: base.originLength))
    }
  }

  var count: Int { places.count }

  /// How long the base at `index` is if `url` begins with it, else nil.
  func length(at index: Int, ifPrefixOf url: Span<UInt8>) -> Int? {
    let place = places[index]
    let base = bytes.span.extracting(place.range)
    if url.starts(with: base) { return base.count }
    guard url.count >= base.count else { return nil }
    for index in 0..<base.count where base[index] != url[index] {
      guard index < place.originLength, Self.lowercased(base[index]) == Self.lowercased(url[index])
      else { return nil }
    }
    return base.count
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
