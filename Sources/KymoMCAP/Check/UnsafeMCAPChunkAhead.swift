import KymoCore
import Synchronization

/// The chunks of a file, read and decompressed by a thread of its own, a few ahead of whoever walks them.
///
///     thread, or whoever waits: file ─▶ chunk n, n+1, … ─▶ places 0, 1, … capacity-1 ─▶ who asks for chunk n
///
/// Chunks come in the order in which they were named. One that is not asked for is dropped. Who would have to wait for
/// a chunk loads the next one meanwhile, so that both sides have the same work. Chunks above ``largestChunk`` are not
/// named: memory stays within so many times ``capacity``.
///
/// SAFETY: the place of chunk n is `n % capacity`. While `taken + capacity > n` and n is not loaded, the side that has
/// made `claimed` n + 1 alone touches it, until it has stored n + 1 as the place's `loaded`; the one that takes does
/// from then on, until it has made `taken` n + 1. Each change is a release that the other side has read with acquire.
/// The source is `Sendable`. The places are freed once, when no thread is left: the thread holds a reference, and
/// whoever has made this joins it.
@safe final class UnsafeMCAPChunkAhead: @unchecked Sendable {
  /// How many chunks are loaded before they are asked for, at most.
  private static var capacity: Int { 4 }
  /// Bytes of a chunk that is loaded ahead, at most: as it is stored, or decompressed.
  private static var largestChunk: UInt64 { 4 << 20 }

  /// A chunk, and what is known of it.
  private struct Place: ~Copyable {
    var decoder: MCAPChunkDecoder
    var counts = MCAPChunkTally()
    var result = Result<MCAPError?, MCAPError>.success(nil)
    var storedChecksum = MCAPChecksum()
    /// The number behind that of the chunk that was loaded here last.
    let loaded = Atomic<Int>(0)

    /// Counts what is in the chunk, as far as that goes without knowing the rest of the file.
    mutating func count() {
      counts.clear()
      _ = counts.walk(decoder.records)
    }
  }

  private let source: MCAPFileSource
  private let segments: [MCAPSegment]
  private let places: UnsafeMutablePointer<Place>
  /// How many chunks are loaded or being loaded, and how many were taken or dropped so far.
  private let claimed = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)
  private let isEnding = Atomic(false)

  /// Takes the chunks among the segments of a file, in their order.
  init(_ source: MCAPFileSource, _ segments: [MCAPSegment], limits: MCAPLimits) {
    self.source = source
    self.segments = segments.compactMap { segment in
      guard segment.kind == .chunk,
        max(segment.compressedSize, segment.uncompressedSize) <= Self.largestChunk
      else { return nil }
      // What only a chunk's indexes say is not compared.
      var chunk = segment
      chunk.indexedChannels = []
      return chunk
    }
    unsafe places = .allocate(capacity: Self.capacity)
    for index in 0..<Self.capacity {
      unsafe (places + index).initialize(to: Place(decoder: MCAPChunkDecoder(limits: limits)))
    }
  }

  deinit {
    unsafe places.deinitialize(count: Self.capacity)
    unsafe places.deallocate()
  }

  // MARK: Both sides

  /// Loads the next chunk that nobody has begun, if there is a place for it.
  ///
  /// - Returns: whether there was.
  private func loadNext() -> Bool {
    let number = claimed.load(ordering: .relaxed)
    guard number < segments.count, number - taken.load(ordering: .acquiring) < Self.capacity,
      claimed.compareExchange(expected: number, desired: number + 1, ordering: .relaxed).exchanged
    else { return false }
    let place = unsafe places + number % Self.capacity
    do throws(MCAPError) {
      let problem = try unsafe place.pointee.decoder.salvage(segments[number], from: source)
      unsafe place.pointee.result = .success(problem)
      let compression = segments[number].compression
      unsafe place.pointee.storedChecksum = place.pointee.decoder.storedChecksum(compression)
      unsafe place.pointee.count()
    } catch {
      unsafe place.pointee.result = .failure(error)
    }
    unsafe place.pointee.loaded.store(number + 1, ordering: .releasing)
    return true
  }

  // MARK: The thread's side

  /// Loads chunk after chunk, until there is none left or nobody wants more.
  func work() {
    var waiter = Waiter(.park)
    while claimed.load(ordering: .relaxed) < segments.count, !isEnding.load(ordering: .relaxed) {
      if loadNext() { waiter.reset() } else { waiter.pause() }
    }
  }

  /// Lets the thread end after the chunk that it is at.
  func end() { isEnding.store(true, ordering: .relaxed) }

  // MARK: The side that takes

  /// Puts a chunk into a decoder and its counts, in exchange for what was there.
  ///
  /// - Returns: what is wrong with the chunk, and the checksum of what is stored; nil if it was not named, or was
  ///   passed by.
  /// - Throws: `system`.
  /// - Complexity: waits for the thread, and loads a chunk meanwhile.
  func take(
    _ segment: MCAPSegment,
    _ decoder: inout MCAPChunkDecoder,
    _ counts: inout MCAPChunkTally
  ) throws(MCAPError) -> (problem: MCAPError?, storedChecksum: MCAPChecksum)? {
    var number = taken.load(ordering: .relaxed)
    while number < segments.count, segments[number].offset < segment.offset {
      waitFor(number)
      number += 1
      taken.store(number, ordering: .releasing)
    }
    guard number < segments.count, segments[number] == segment else { return nil }
    waitFor(number)
    let place = unsafe places + number % Self.capacity
    unsafe swap(&decoder, &place.pointee.decoder)
    unsafe swap(&counts, &place.pointee.counts)
    let result = unsafe (place.pointee.result, place.pointee.storedChecksum)
    taken.store(number + 1, ordering: .releasing)
    return (try result.0.get(), result.1)
  }

  private func waitFor(_ number: Int) {
    let place = unsafe places + number % Self.capacity
    var waiter = Waiter(.park)
    while unsafe place.pointee.loaded.load(ordering: .acquiring) <= number {
      if !loadNext() { waiter.pause() }
    }
  }
}
