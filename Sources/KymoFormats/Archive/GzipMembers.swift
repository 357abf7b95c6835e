import KymoDeflate

/// Finds out whether bytes are those of gzip members that stand one behind the other.
///
/// Where a member ends is not known, only where it may: before any bytes that look like the beginning of
/// a further one. A trailer counts as soon as the bytes since the last one have its length and checksum.
struct GzipMembers {
  /// The possible trailers, in the order of the file; that at the end is the last.
  private var trailers: ArraySlice<GzipTrailer>
  /// Whether the last member has no bytes, and so nothing to be found.
  private let endsEmpty: Bool
  private var checksum: UInt32 = 0
  private var length = 0

  /// How many trailers are looked for at a time.
  static let lookahead = 1024

  /// Takes what may be trailers, in the order of the file, and the one at its end.
  init(_ found: [GzipTrailer], end: GzipTrailer) {
    trailers = (found + [end]).filter { !$0.isEmpty }[...]
    endsEmpty = end.isEmpty
  }

  /// Whether all bytes so far belong to members that are sound, up to the last.
  var isSound: Bool { length == 0 && (endsEmpty || trailers.isEmpty) }

  /// Whether there may be a trailer that was not looked for, or one whose length is not all of it.
  var isDoubtful: Bool { trailers.count > Self.lookahead || length > Int(UInt32.max) }

  /// Takes further unpacked bytes.
  ///
  /// - Complexity: O(bytes + trailers), the latter for every member.
  mutating func update(_ bytes: Span<UInt8>) {
    var place = 0
    while place < bytes.count {
      var step = bytes.count - place
      for trailer in trailers.prefix(Self.lookahead) where Int(trailer.length) > length {
        step = min(step, Int(trailer.length) - length)
      }
      checksum = CRC32.update(checksum, with: bytes.extracting(place..<place + step))
      length += step
      place += step
      let match = trailers.prefix(Self.lookahead).firstIndex {
        $0.length == length && $0.checksum == checksum
      }
      guard let match else { continue }
      trailers = trailers[(match + 1)...]
      checksum = 0
      length = 0
    }
  }
}
