/// The lines with the lengths of chunks, of which libhtp takes as a number what others do not.
///
/// libhtp does not hand them out: they are what lies between the parts of a body that it does.
///
/// SAFETY: `feed` gets the bytes that are lent to libhtp for one call, and only calls from within that read them, or
/// the one at its end; parts of a body are compared with their bounds before they are used as places in them.
@safe final class ChunkLines {
  private var region = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  private var isWatching = false
  private var isFirst = true
  /// Whether a line was not a plain number.
  private var areOdd = false
  /// Up to where the bytes of this call have been looked at.
  private var cursor = 0
  /// The bytes between two parts of a body, as far as they have come.
  private var pending: [UInt8] = []

  /// How long a line may be to be looked at.
  private static let maximumBytes = 1 << 16

  /// Takes bytes that are about to be parsed.
  func feed(_ region: UnsafeRawBufferPointer) {
    unsafe self.region = region
    cursor = 0
  }

  /// Takes note that the body begins at a place of these bytes.
  func start(at place: Int) {
    (isWatching, isFirst, areOdd) = (true, true, false)
    cursor = place
    pending.removeAll(keepingCapacity: true)
  }

  /// Takes a part of the body.
  func body(_ start: UnsafePointer<UInt8>, _ count: Int) {
    guard isWatching, count > 0, let base = unsafe region.baseAddress else { return }
    let place = unsafe UnsafeRawPointer(start) - base
    // What libhtp has put together itself is not a part of these bytes.
    guard place >= cursor, unsafe count <= region.count - place else { return }
    keep(upTo: place)
    if !pending.isEmpty { checkLine() }
    cursor = place + count
  }

  /// Takes note that no more of these bytes is parsed than so many.
  func endFeed(_ consumed: Int) {
    if isWatching { keep(upTo: consumed) }
    unsafe region = UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// Ends a body at a place of these bytes; true if one of its lines was not a plain number.
  func finish(at place: Int) -> Bool {
    guard isWatching else { return false }
    keep(upTo: place)
    checkLine()
    isWatching = false
    return areOdd
  }

  private func keep(upTo place: Int) {
    let end = unsafe min(place, region.count)
    guard end > cursor else { return }
    if pending.count < Self.maximumBytes {
      unsafe pending.append(contentsOf: UnsafeRawBufferPointer(rebasing: region[cursor..<end]))
    }
    cursor = end
  }

  /// Looks at the first line of what lies between: the end of the chunk before, a number, perhaps with something
  /// behind it.
  private func checkLine() {
    var rest = pending[...]
    if !isFirst {
      if !rest.starts(with: [13, 10]) { areOdd = true }
      rest = rest.dropFirst(2)
    }
    isFirst = false
    let digits = rest.prefix { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"):
        true
      default: false
      }
    }
    // Some servers fill up a line with spaces.
    rest = rest.dropFirst(digits.count).drop { $0 == 0x20 }
    let end = rest.firstIndex(of: 10)
    let isPlain = rest.first == 13 || rest.first == UInt8(ascii: ";")
    if digits.isEmpty || digits.count > 16 || !isPlain || end.map({ rest[$0 - 1] != 13 }) ?? true {
      areOdd = true
    }
    pending.removeAll(keepingCapacity: true)
  }
}
