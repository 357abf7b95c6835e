/// Delivers views of the messages of a file in the order (log time, place in the file), or its reverse.
///
///     while let message = try cursor.next() {
///       cursor.withData(of: message) { data in … }
///     }
///
/// Nothing is copied and, but for chunks that are larger than those before, nothing allocated. A view is
/// good until the next call of ``next()``. Overlapping chunks are merged; of chunks that are open at the
/// same time, as many as ``MCAPLimits/openChunks`` says stay decompressed, and more are decompressed again
/// when needed.
public struct MCAPMessageCursor: ~Copyable {
  @usableFromInline var merge: MCAPMerge<MCAPMessageOrder>
  @usableFromInline var open: MCAPOpenSegments
  /// The mask that turns times and places around: all bits if the latest message comes first,
  /// otherwise none.
  @usableFromInline let turn: UInt64
  private let query: MCAPQuery
  private let limits: MCAPLimits
  /// One flag per channel id, or empty for all channels.
  private let wanted: [Bool]
  /// The segments that have messages within the times, in the order of the file.
  private let segments: [MCAPSegment]
  /// The place of the first byte of each.
  private let bases: [UInt64]

  init(
    _ source: any MCAPByteSource,
    segments: [MCAPSegment],
    wanted: [Bool],
    query: MCAPQuery,
    limits: MCAPLimits
  ) {
    let times = query.times
    let touched = segments.filter {
      $0.startTime <= times.upperBound && $0.endTime >= times.lowerBound
    }
    var bases: [UInt64] = []
    var base: UInt64 = 0
    for segment in touched {
      bases.append(base)
      base &+= segment.uncompressedSize
    }
    self.segments = touched
    self.bases = bases
    self.wanted = wanted
    self.query = query
    self.limits = limits
    turn = query.reversed ? .max : 0
    merge = MCAPMerge(starts: touched.map { query.reversed ? ~$0.endTime : $0.startTime })
    open = MCAPOpenSegments(source, limits: limits)
  }

  /// The next message, or nil after the last.
  ///
  /// - Throws: `MCAPError` if a chunk cannot be read; there is no next message after that.
  /// - Complexity: O(1) amortised, and that of ``MCAPMerge/endSegment()`` for each chunk.
  @inlinable public mutating func next() throws(MCAPError) -> MCAPMessageView? {
    if merge.readyCount == 0, !(try refill()) { return nil }
    let place = merge.takeNext().place ^ turn
    if place &- open.base >= open.length { try hold(place) }
    open.left &-= 1
    let offset = Int(truncatingIfNeeded: place &- open.base)
    guard let view = open.decoder.records.message(at: offset) else { throw changed() }
    return view
  }

  /// Lends the data of the message that ``next()`` gave last.
  ///
  /// - Complexity: O(1).
  @inlinable public func withData<R: ~Copyable, E: Error>(
    of message: MCAPMessageView,
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    try open.decoder.records.withBytes(message.dataRange, body)
  }

  /// A copy of the message that ``next()`` gave last, to keep.
  ///
  /// - Complexity: O(bytes).
  public func message(_ view: MCAPMessageView) -> MCAPMessage { open.decoder.message(view) }

  /// Decodes segments until some messages are certain to be next.
  @usableFromInline mutating func refill() throws(MCAPError) -> Bool {
    do throws(MCAPError) {
      while merge.readyCount == 0 {
        guard let number = merge.beginSegment() else { return false }
        try decode(number)
        if query.reversed { merge.reverseSegment() }
        merge.endSegment()
        guard merge.waitingCount <= limits.waitingMessages else {
          let problem = "more than \(limits.waitingMessages) messages in chunks that overlap"
          throw .record(.limit, "chunk", at: segments[number].offset, problem)
        }
      }
      return true
    } catch {
      abandon()
      throw error
    }
  }

  @usableFromInline mutating func hold(_ place: UInt64) throws(MCAPError) {
    do throws(MCAPError) { try open.hold(place) } catch {
      abandon()
      throw error
    }
  }

  private mutating func abandon() {
    merge.abandon()
    open.abandon()
  }

  /// Decodes a segment and notes the places of the messages that are wanted.
  private mutating func decode(_ number: Int) throws(MCAPError) {
    let segment = segments[number]
    let base = bases[number]
    try open.begin(segment, at: base)
    var count = 0
    while let message = try open.decoder.nextMessage() {
      guard message.logTime >= segment.startTime, message.logTime <= segment.endTime else {
        let problem = "a message at time \(message.logTime) lies outside of its times"
        throw .record(.malformed, "chunk", at: segment.offset, problem)
      }
      guard wanted.isEmpty || wanted[Int(message.channelID)],
        query.times.contains(message.logTime)
      else { continue }
      let place = base &+ UInt64(truncatingIfNeeded: message.offset)
      merge.append(MCAPMessagePlace(time: message.logTime ^ turn, place: place ^ turn))
      count += 1
    }
    open.left = count
  }

  @usableFromInline mutating func changed() -> MCAPError {
    let error = open.changed()
    abandon()
    return error
  }
}
