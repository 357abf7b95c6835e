/// A connection: both streams brought into order, and handed on as their ends must have seen them.
///
/// The first data to come counts. Data waits for what precedes it, and for what its sender had received when it
/// sent it, so that a reply never comes before its request, whatever the order of the capture. What was
/// acknowledged and is not there after a few packets more is a hole.
final class TCPConnection {
  /// From 1, in the order of the first packets.
  let number: Int
  let key: FlowKey
  /// When the first packet was captured.
  let start: Int64
  /// When the last one was.
  private(set) var last: Int64
  private(set) var packets: UInt64 = 0
  /// The stream that each end sends; first that of the key's first end.
  private var streams = [StreamDirection(), StreamDirection()]
  private let tally: StreamTally
  private var conversation: HTTPConversation?
  /// Whether it is over: nothing more is handed on.
  private(set) var isOver = false
  private(set) var wasReset = false
  /// Whether a reset has come of which nobody can say whether it counted; what follows shows.
  private var mayBeReset = false
  /// Whether an end has offered to scale its windows.
  private var isScaled = false

  /// For how many packets two ends may wait for each other, which only forged ones do.
  private static let knotPackets = 64

  init(_ number: Int, _ segment: TCPSegment, _ tally: StreamTally) {
    self.number = number
    key = FlowKey(segment)
    start = segment.timestamp
    last = start
    self.tally = tally
    conversation = HTTPConversation(number, key, tally)
  }

  /// Whether a segment begins another connection between the same ends.
  func isFollowed(by segment: TCPSegment) -> Bool {
    guard segment.flags.contains(.syn), !segment.flags.contains(.ack) else { return false }
    let own = streams[place(segment)]
    guard let base = own.base else { return isOver }
    // Some ask again with the same number after they were refused.
    return base != segment.sequence &+ 1 || isOver && wasReset && own.next == 0
  }

  private func place(_ segment: TCPSegment) -> Int { segment.source == key.first ? 0 : 1 }

  /// Takes a segment with as much of its data as was captured.
  func add(_ segment: TCPSegment, _ payload: RawSpan) {
    last = segment.timestamp
    packets += 1
    let own = place(segment)
    if isOver {
      if segment.declaredBytes > 0 { tally.counts.add(.behindEnd) }
      return
    }
    if segment.flags.contains(.rst) { return takeReset(segment, own) }
    if isChallenge(segment, own) { return }
    streams[own].count(isSyn: segment.flags.contains(.syn))
    begin(segment, own)
    noteAcknowledgement(segment, own)
    takeData(segment, payload, own)
    handOn()
    for side in 0...1 { loseHope(side, segment.timestamp) }
    if streams[0].hasEnded, streams[1].hasEnded { finish() }
  }

  private func takeReset(_ segment: TCPSegment, _ own: Int) {
    switch ResetVerdict(segment, own: streams[own], other: streams[1 - own]) {
    case .ignored: tally.counts.add(.ignoredReset)
    case .mayEnd: mayBeReset = true
    case .ends:
      mayBeReset = true
      finish()
    }
  }

  /// Whether a segment answers a SYN with the numbers of a connection that was before it, to ask whether it is meant.
  private func isChallenge(_ segment: TCPSegment, _ own: Int) -> Bool {
    let other = streams[1 - own]
    return streams[own].base == nil && segment.flags.isDisjoint(with: [.syn, .fin])
      && segment.flags.contains(.ack) && segment.declaredBytes == 0 && other.isSynOnly
      && other.offset(of: segment.acknowledgement) != 0
  }

  /// Learns where streams begin, and who the client is.
  private func begin(_ segment: TCPSegment, _ own: Int) {
    let other = 1 - own
    guard segment.flags.contains(.syn) else {
      if streams[own].base == nil, !segment.flags.contains(.rst) {
        streams[own].begin(at: segment.sequence, isStart: false)
      }
      if segment.flags.contains(.ack), streams[own].hasStart, streams[other].base == nil {
        streams[other].begin(at: segment.acknowledgement, isStart: true)
      }
      return
    }
    streams[own].begin(at: segment.sequence &+ 1, isStart: true)
    streams[1 - own].scale = segment.windowScale
    isScaled = isScaled || segment.windowScale != nil
    if segment.flags.contains(.ack) {
      streams[other].begin(at: segment.acknowledgement, isStart: true)
      conversation?.setClient(other)
    } else {
      conversation?.setClient(own)
    }
  }

  private func noteAcknowledgement(_ segment: TCPSegment, _ own: Int) {
    guard segment.flags.contains(.ack) else { return }
    streams[1 - own].acknowledge(segment.acknowledgement, window: window(segment, own))
  }

  /// How many bytes the sender of a segment has room for; windows are scaled if both ends have offered to.
  private func window(_ segment: TCPSegment, _ own: Int) -> Int64 {
    let window = Int64(segment.window)
    guard isScaled, !segment.flags.contains(.syn), let scale = streams[1 - own].scale,
      streams[own].scale != nil
    else { return window }
    return window << Int64(scale)
  }

  private func takeData(_ segment: TCPSegment, _ payload: RawSpan, _ own: Int) {
    guard streams[own].base != nil else { return }
    let isSyn = segment.flags.contains(.syn)
    let offset = streams[own].offset(of: isSyn ? segment.sequence &+ 1 : segment.sequence)
    if segment.flags.contains(.fin), streams[own].end == nil {
      let end = offset + Int64(segment.declaredBytes)
      if end >= streams[own].next { streams[own].end = end }
    }
    var count = payload.byteCount
    if count > 0, let end = streams[own].end, offset + Int64(count) > end {
      tally.counts.add(.behindEnd)
      count = Int(max(0, end - offset))
    }
    if segment.flags.contains(.urg), segment.urgentEnd > 0 {
      noteUrgent(offset + Int64(segment.urgentEnd) - 1, own)
    }
    guard count > 0 else { return }
    if mayBeReset, offset + Int64(count) > streams[own].next {
      // It goes on.
      mayBeReset = false
      tally.counts.add(.ignoredReset)
    }
    let acknowledged: Int64? =
      segment.flags.contains(.ack) && streams[1 - own].base != nil
      ? streams[1 - own].offset(of: segment.acknowledgement) : nil
    insert(segment, payload.extracting(first: count), offset, acknowledged, own)
  }

  /// Names a byte that was sent as urgent.
  private func noteUrgent(_ offset: Int64, _ own: Int) {
    guard streams[own].addUrgent(offset) else { return }
    tally.add(
      HTTPFinding(
        note: .urgent,
        connection: number,
        isFromClient: conversation?.isClient(own) ?? true,
        offset: offset
      )
    )
  }

  private func insert(
    _ segment: TCPSegment,
    _ payload: RawSpan,
    _ offset: Int64,
    _ acknowledged: Int64?,
    _ own: Int
  ) {
    var (payload, offset) = (payload, offset)
    let next = streams[own].next
    if offset < next {
      let known = Int(min(next - offset, Int64(payload.byteCount)))
      let isProbe = known == 1 && payload.byteCount == 1 && offset == next - 1
      tally.counts.add(isProbe ? .keepAlive : .retransmission)
      // The byte of a probe may be anything.
      if !isProbe { compare(payload.extracting(first: known), offset, segment.packet, own) }
      guard known < payload.byteCount else { return }
      payload = payload.extracting(known..<payload.byteCount)
      offset = next
    }
    if offset == next, streams[own].held.isEmpty, isAnswer(acknowledged, own) {
      deliver(payload, segment.timestamp, own)
      return
    }
    let before = streams[own].heldBytes
    let isLate = streams[own].held.last.map { offset < $0.end } ?? false
    let result = streams[own].hold(
      HeldSegment(
        offset: offset,
        bytes: payload.array(),
        timestamp: segment.timestamp,
        packet: segment.packet,
        acknowledged: acknowledged
      )
    )
    tally.heldBytes += streams[own].heldBytes - before
    if isLate, streams[own].heldBytes > before { tally.counts.add(.outOfOrder) }
    if result.overlaps { tally.counts.add(.retransmission) }
    if let difference = result.difference {
      name(difference.offset, difference.first, difference.later, segment.packet, own)
    }
    while streams[own].heldBytes > tally.limits.bytesAboveHole
      || streams[own].held.count > tally.limits.piecesAboveHole
    {
      tally.counts.add(.holdLimit)
      deliverFirst(own, segment.timestamp)
    }
    while tally.heldBytes > tally.limits.bytesInAll, !streams[own].held.isEmpty {
      tally.counts.add(.totalLimit)
      deliverFirst(own, segment.timestamp)
    }
  }

  /// Compares what came again with what is still there of it.
  private func compare(_ payload: RawSpan, _ offset: Int64, _ packet: UInt64, _ own: Int) {
    let result = streams[own].recent.compare(payload, at: offset)
    if let (place, first) = result.difference {
      name(place, first, payload.byte(at: Int(place - offset)), packet, own)
    } else if !result.isWhole {
      tally.counts.add(.uncompared)
    }
  }

  private func name(_ offset: Int64, _ first: UInt8, _ later: UInt8, _ packet: UInt64, _ own: Int) {
    tally.add(
      OverlapDifference(
        connection: number,
        isFromClient: conversation?.isClient(own) ?? true,
        packet: packet,
        offset: offset,
        first: first,
        later: later
      )
    )
  }

  /// Whether the sender of a segment cannot have been told anything that was not handed on yet.
  private func isAnswer(_ acknowledged: Int64?, _ own: Int) -> Bool {
    guard let acknowledged, streams[1 - own].packets > 0 else { return true }
    return streams[1 - own].covers(acknowledged)
  }

  private func deliver(_ bytes: RawSpan, _ timestamp: Int64, _ own: Int) {
    let end = streams[own].next + Int64(bytes.byteCount)
    keep(bytes, end: end, own)
    let start = end - Int64(bytes.byteCount)
    guard let urgent = streams[own].advance(to: end) else {
      conversation?.data(bytes, from: own, at: timestamp, place: start)
      return
    }
    // What precedes the first urgent byte is beyond doubt.
    let count = Int(max(0, urgent - start))
    if count > 0 {
      conversation?.data(bytes.extracting(first: count), from: own, at: timestamp, place: start)
    }
    conversation?.doubt(what: own)
    conversation?.data(
      bytes.extracting(count..<bytes.byteCount),
      from: own,
      at: timestamp,
      place: start + Int64(count)
    )
  }

  private func keep(_ bytes: RawSpan, end: Int64, _ own: Int) {
    let before = streams[own].recent.count
    if tally.recentBytes <= tally.limits.recentBytesInAll {
      streams[own].recent.append(bytes, end: end, keeping: tally.limits.recentBytes)
    } else {
      streams[own].recent.removeAll()
    }
    tally.recentBytes += streams[own].recent.count - before
  }

  private func deliver(_ segment: HeldSegment, _ own: Int) {
    segment.bytes.lend { deliver($0, segment.timestamp, own) }
  }

  /// Hands on the first that waits, over a hole if there is one before it.
  private func deliverFirst(_ own: Int, _ timestamp: Int64) {
    guard let first = streams[own].held.first else { return }
    if first.offset > streams[own].next { giveUp(to: first.offset, own, timestamp) }
    take(1, own)
  }

  private func take(_ count: Int, _ own: Int) {
    let before = streams[own].heldBytes
    let taken = streams[own].takeHeld(count)
    tally.heldBytes += streams[own].heldBytes - before
    for segment in taken { deliver(segment, own) }
  }

  /// Hands on all that waits for nothing any more.
  private func handOn() {
    var isMoving = true
    while isMoving {
      isMoving = false
      for own in 0...1 {
        var (count, place) = (0, streams[own].next)
        for segment in streams[own].held {
          guard segment.offset == place, isAnswer(segment.acknowledged, own) else { break }
          place = segment.end
          count += 1
        }
        if count > 0 {
          take(count, own)
          isMoving = true
        }
        if !streams[own].hasEnded, streams[own].end == streams[own].next {
          streams[own].hasEnded = true
          conversation?.end(of: own, at: last)
          isMoving = true
        }
      }
    }
  }

  /// Gives up what was acknowledged and has not come for a while.
  private func loseHope(_ own: Int, _ timestamp: Int64) {
    guard streams[own].packets > 0, streams[own].acknowledgedData > streams[own].next,
      !streams[own].covers(streams[own].acknowledgedData)
    else {
      streams[own].patience = 0
      return
    }
    streams[own].patience += 1
    let first = streams[own].held.first?.offset
    if first == streams[own].next {
      // Not a hole: it waits for the other end.
      guard streams[own].patience > Self.knotPackets else { return }
      take(1, own)
    } else {
      guard streams[own].patience > tally.limits.patiencePackets else { return }
      let limit = min(streams[own].acknowledgedData, first ?? .max)
      if limit - streams[own].next == 1, first == nil, streams[own].end == nil {
        // The number that the end of a stream takes, and that end was not captured.
        streams[own].passed = limit
      } else {
        giveUp(to: limit, own, timestamp)
      }
    }
    streams[own].patience = 0
    handOn()
  }

  private func giveUp(to offset: Int64, _ own: Int, _ timestamp: Int64) {
    let hole = StreamHole(
      connection: number,
      isFromClient: conversation?.isClient(own) ?? true,
      offset: streams[own].next,
      length: offset - streams[own].next,
      timestamp: timestamp
    )
    tally.add(hole)
    tally.recentBytes -= streams[own].recent.count
    streams[own].recent.removeAll()
    _ = streams[own].advance(to: offset)
    conversation?.hole(hole.length, from: own, at: timestamp)
  }

  /// Gives up what the first data that waits was told of, and which has not come; false if there is nothing.
  private func giveUpBefore(_ own: Int) -> Bool {
    let other = 1 - own
    guard let first = streams[own].held.first, first.offset == streams[own].next,
      let acknowledged = first.acknowledged, !isAnswer(acknowledged, own),
      acknowledged <= streams[other].acknowledged
    else { return false }
    let held = streams[other].held.first?.offset
    let limit = min(acknowledged, held ?? .max, streams[other].end ?? .max)
    guard limit > streams[other].next else { return false }
    if limit - streams[other].next == 1, held == nil, streams[other].end == nil {
      streams[other].passed = limit
    } else {
      giveUp(to: limit, other, last)
    }
    return true
  }

  /// Ends it: what waits is handed on, over whatever is missing.
  func finish() {
    guard !isOver else { return }
    while true {
      handOn()
      let heads = streams.map { $0.held.first?.packet }
      guard let earliest = heads.compactMap({ $0 }).min() else { break }
      let own = heads[0] == earliest ? 0 : 1
      if !giveUpBefore(own) { deliverFirst(own, last) }
    }
    for own in 0...1 where streams[own].packets > 0 {
      let limit = streams[own].acknowledgedData
      let isKnown = streams[own].end != nil
      let missing = max(limit, streams[own].end ?? 0) - streams[own].next
      if missing > (isKnown ? 0 : 1), !streams[own].covers(limit) || isKnown {
        giveUp(to: streams[own].next + missing, own, last)
        handOn()
      }
    }
    isOver = true
    if mayBeReset {
      tally.counts.add(.reset)
      wasReset = true
    }
    conversation?.finish(at: last, wasReset: wasReset)
    if conversation?.isMidStream == true { tally.counts.add(.midStream) }
    conversation = nil
    for own in 0...1 {
      tally.heldBytes -= streams[own].heldBytes
      tally.recentBytes -= streams[own].recent.count
      streams[own].release()
    }
  }

  /// Whether the starts of both streams are known.
  var hasStart: Bool { streams[0].hasStart || streams[1].hasStart }
}
