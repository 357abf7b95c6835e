/// Delivers messages of a file in the order (log time, chunk, place in the chunk), or its reverse.
///
/// Overlapping chunks are merged. Of chunks that are open at the same time, as many as
/// ``MCAPLimits/openChunks`` says stay decompressed; more are decompressed again when needed.
public struct MCAPMessageCursor: ~Copyable {
  private let source: any MCAPByteSource
  private let limits: MCAPLimits
  private let query: MCAPQuery
  /// One flag per channel id, or nil for all channels.
  private let wanted: [Bool]?
  /// Segments not yet opened, the next one last.
  private var pending: [MCAPSegment]
  /// A heap of open segments; the one with the next message is first.
  private var open: [MCAPOpenSegment] = []
  private var memories: [MCAPSegmentMemory] = []
  private var uses: UInt64 = 0

  init(
    _ source: any MCAPByteSource,
    segments: [MCAPSegment],
    wanted: [Bool]?,
    query: MCAPQuery,
    limits: MCAPLimits
  ) {
    self.source = source
    self.limits = limits
    self.query = query
    self.wanted = wanted
    let times = query.times
    let touched = segments.filter {
      $0.startTime <= times.upperBound && $0.endTime >= times.lowerBound
    }
    pending = touched.sorted {
      query.reversed
        ? ($0.endTime, $0.offset) < ($1.endTime, $1.offset)
        : ($0.startTime, $0.offset) > ($1.startTime, $1.offset)
    }
  }

  /// The next message, or nil after the last.
  ///
  /// - Throws: `MCAPError` if a chunk cannot be read.
  /// - Complexity: O(log of the open chunks), and O(n log n) for each chunk that is opened.
  public mutating func next() throws(MCAPError) -> MCAPMessage? {
    while let segment = pending.last, mustOpen(segment) {
      pending.removeLast()
      try begin(segment)
    }
    guard let first = open.first, let key = first.keys.popLast() else { return nil }
    let memory = try memory(of: first)
    guard let view = memory.decoder.message(at: key.offset) else {
      throw .record(.malformed, "chunk", at: first.segment.offset, "it changed while being read")
    }
    let message = memory.decoder.message(view)
    if first.keys.isEmpty {
      open.swapAt(0, open.count - 1)
      open.removeLast()
      release(first)
    }
    sink(0)
    return message
  }

  /// Whether a message of the segment may come before all messages that are open.
  private func mustOpen(_ segment: MCAPSegment) -> Bool {
    guard let key = open.first?.keys.last else { return true }
    return query.reversed ? segment.endTime >= key.logTime : segment.startTime <= key.logTime
  }

  /// Decodes a segment and puts its messages in order.
  private mutating func begin(_ segment: MCAPSegment) throws(MCAPError) {
    let opened = MCAPOpenSegment(segment)
    let memory = try memory(of: opened)
    while let view = try memory.decoder.nextMessage() {
      guard view.logTime >= segment.startTime, view.logTime <= segment.endTime else {
        let problem = "a message at time \(view.logTime) lies outside of its times"
        throw .record(.malformed, "chunk", at: segment.offset, problem)
      }
      guard wanted?[Int(view.channelID)] ?? true, query.times.contains(view.logTime) else {
        continue
      }
      let key = MCAPMessageKey(
        logTime: view.logTime,
        segmentOffset: segment.offset,
        offset: UInt64(view.offset)
      )
      opened.keys.append(key)
    }
    guard !opened.keys.isEmpty else { return release(opened) }
    // The next message is last; most chunks are in order already, and need no sorting.
    let isOrdered = zip(opened.keys, opened.keys.dropFirst()).allSatisfy { $0 < $1 }
    if !isOrdered { opened.keys.sort() }
    if !query.reversed { opened.keys.reverse() }
    open.append(opened)
    rise(open.count - 1)
  }

  // MARK: Memory

  /// The segment's decoded bytes, decoded again if they had to go.
  private mutating func memory(of opened: MCAPOpenSegment) throws(MCAPError) -> MCAPSegmentMemory {
    uses += 1
    if let memory = opened.memory {
      memory.lastUse = uses
      return memory
    }
    let memory = freeMemory()
    memory.lastUse = uses
    do { try memory.decoder.load(opened.segment, from: source) } catch {
      memories.append(memory)
      throw error
    }
    opened.memory = memory
    return memory
  }

  private mutating func freeMemory() -> MCAPSegmentMemory {
    if let memory = memories.popLast() { return memory }
    let holders = open.filter { $0.memory != nil }
    guard holders.count >= max(limits.openChunks, 1),
      let oldest = holders.min(by: { ($0.memory?.lastUse ?? 0) < ($1.memory?.lastUse ?? 0) }),
      let memory = oldest.memory
    else { return MCAPSegmentMemory(limits) }
    oldest.memory = nil
    return memory
  }

  private mutating func release(_ opened: MCAPOpenSegment) {
    if let memory = opened.memory { memories.append(memory) }
    opened.memory = nil
  }

  // MARK: Heap

  private func comesBefore(_ left: Int, _ right: Int) -> Bool {
    guard let first = open[left].keys.last, let second = open[right].keys.last else { return false }
    return query.reversed ? second < first : first < second
  }

  private mutating func rise(_ start: Int) {
    var place = start
    while place > 0, comesBefore(place, (place - 1) / 2) {
      open.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink(_ start: Int) {
    var place = start
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < open.count {
        if comesBefore(child, least) { least = child }
      }
      guard least != place else { return }
      open.swapAt(place, least)
      place = least
    }
  }
}
