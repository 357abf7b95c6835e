import KymoCore
import KymoMCAP

/// The differences between two recordings, or any two MCAP files.
///
///     let report = try RecordingDiff(before, after).compare()
///
/// Messages are compared by topic in the order of time, field by field; so are definitions of channels, metadata, and
/// attachments. A message that only one has does not hide what follows. Not compared are how the files are laid out
/// (chunks, compression, ids), and where they come from (their lineage).
public struct RecordingDiff {
  private let first: SessionFile
  private let second: SessionFile
  private let tolerance: DiffTolerance
  private let channels: ChannelTable
  private let topics: DiffTopics

  /// How many messages of each side wait at first where the sides differ, and how many at most.
  private static var leastWindow: Int { 32 }
  private static var mostWindow: Int { 4096 }
  /// How many bytes of them wait at most; one message more may.
  private static var mostBytes: Int { 8 << 20 }

  /// Takes two files.
  ///
  /// - Parameters:
  ///   - first: what is expected.
  ///   - second: what is compared with it.
  ///   - tolerance: what may differ.
  ///   - channels: the channels of the app, which tell the step of a message.
  public init(
    _ first: SessionFile,
    _ second: SessionFile,
    tolerance: DiffTolerance = DiffTolerance(),
    channels: ChannelTable = .standard
  ) {
    self.first = first
    self.second = second
    self.tolerance = tolerance
    self.channels = channels
    topics = DiffTopics(first.scan.catalog, second.scan.catalog, tolerance)
  }

  /// Compares them.
  ///
  /// - Parameters:
  ///   - shouldStop: asked now and then; true ends the comparison.
  ///   - progress: told how many messages were compared.
  /// - Returns: what differs, and how much was compared.
  /// - Throws: ``EditingError/source(_:_:)`` for a file that cannot be read to its end.
  /// - Complexity: O(bytes), in memory for some chunks of each, and 8,192 messages where they differ.
  public func compare(
    shouldStop: () -> Bool = { false },
    progress: (UInt64) -> Void = { _ in }
  ) throws(EditingError) -> DiffReport {
    for (number, file) in [first, second].enumerated() {
      do throws(SessionError) { try file.checkWhole() } catch { throw .source(number, error) }
    }
    var log = DiffLog(topics, first.scan.catalog, second.scan.catalog, tolerance)
    log.compareDefinitions()
    let left: DiffSide
    let right: DiffSide
    do throws(MCAPError) { left = try DiffSide(first, topics) } catch {
      throw .source(0, .file(error))
    }
    do throws(MCAPError) { right = try DiffSide(second, topics) } catch {
      throw .source(1, .file(error))
    }
    let start = min(left.head?.logTime ?? .max, right.head?.logTime ?? .max)
    var wasStopped = false
    var looks: UInt64 = 0
    while left.head != nil || right.head != nil {
      if try compareHeads(left, right, &log) {
        looks += 1
        guard looks & 0xFFF == 0 else { continue }
      } else {
        try compareWindows(left, right, &log, shouldStop)
      }
      progress(log.report.messageCount)
      if shouldStop() {
        wasStopped = true
        break
      }
    }
    if !wasStopped {
      try compareMetadata(&log)
      try compareAttachments(&log)
    }
    var report = log.finish(start: start == .max ? 0 : start, wasStopped: wasStopped)
    try addStep(to: &report)
    return report
  }

  // MARK: Where both agree

  /// Compares the next messages, if they belong together without a doubt: of one topic, time and content.
  ///
  /// - Returns: whether they did.
  @inline(__always)
  private func compareHeads(
    _ left: DiffSide,
    _ right: DiffSide,
    _ log: inout DiffLog
  ) throws(EditingError) -> Bool {
    guard let message = left.head, let other = right.head, left.headTopic == right.headTopic,
      message.logTime == other.logTime
    else { return false }
    let topic = left.headTopic
    let isSame = left.withData(message) { data in
      right.withData(other) { UnsafeSpanEquality.isEqual(data, $0) }
    }
    if isSame, message.sequence == other.sequence, message.publishTime == other.publishTime {
      log.addEqual(topic)
    } else {
      guard isSame || areSame(left, message, right, other) else { return false }
      left.withData(message) { data in
        right.withData(other) {
          log.compare(topic, left.message(message), data, right.message(other), $0)
        }
      }
    }
    try advance(left, 0)
    try advance(right, 1)
    return true
  }

  /// Whether the data of two messages differs in nothing but numbers of their places.
  private func areSame(
    _ left: DiffSide,
    _ message: MCAPMessageView,
    _ right: DiffSide,
    _ other: MCAPMessageView
  ) -> Bool {
    let topic = topics.all[left.headTopic]
    guard topic.isTrace || topic.isBridge else { return false }
    let hash = right.withData(other) { DiffSide.hash($0, topic) }
    return left.withData(message) { DiffSide.hash($0, topic) } == hash
  }

  private func advance(_ side: DiffSide, _ number: Int) throws(EditingError) {
    do throws(MCAPError) { try side.advance() } catch { throw .source(number, .file(error)) }
  }

  // MARK: Where they differ

  /// Compares messages in windows, until both sides agree again.
  private func compareWindows(
    _ left: DiffSide,
    _ right: DiffSide,
    _ log: inout DiffLog,
    _ shouldStop: () -> Bool
  ) throws(EditingError) {
    var size = Self.leastWindow
    repeat {
      if shouldStop() { return }
      let hasMore = (
        try fill(left, 0, size), try fill(right, 1, size)
      )
      let isLargest = size == Self.mostWindow || isFull(left, size) || isFull(right, size)
      let before = left.waiting.count + right.waiting.count
      compareWindow(left, right, hasMore, mustGo: isLargest, &log)
      if isLargest, left.waiting.count + right.waiting.count == before {
        dropFirst(left, right, &log)
      }
      size = min(2 * size, Self.mostWindow)
    } while !left.waiting.isEmpty || !right.waiting.isEmpty
  }

  /// Whether a side has fewer messages than a window may have, because they are long.
  private func isFull(_ side: DiffSide, _ size: Int) -> Bool {
    side.head != nil && side.waiting.count < size
  }

  private func fill(
    _ side: DiffSide,
    _ number: Int,
    _ size: Int
  ) throws(EditingError) -> Bool {
    do throws(MCAPError) { return try side.fill(size, bytes: Self.mostBytes) } catch {
      throw .source(number, .file(error))
    }
  }

  /// Compares what waits, topic by topic, as far as it is certain what belongs together.
  private func compareWindow(
    _ left: DiffSide,
    _ right: DiffSide,
    _ hasMore: (left: Bool, right: Bool),
    mustGo: Bool,
    _ log: inout DiffLog
  ) {
    // What is behind this time may have its partner in what was not read.
    var limit = UInt64.max
    if hasMore.left, let last = left.waiting.last { limit = min(limit, last.logTime) }
    if hasMore.right, let last = right.waiting.last { limit = min(limit, last.logTime) }
    let isWhole = !hasMore.left && !hasMore.right
    let allowsLimit = isWhole || mustGo
    func isIn(_ entry: DiffSide.Entry) -> Bool {
      allowsLimit ? entry.logTime <= limit : entry.logTime < limit
    }
    let used = Set((left.waiting + right.waiting).filter(isIn).map(\.topic)).sorted()
    var gone = (
      left: [Bool](repeating: false, count: left.waiting.count),
      right: [Bool](repeating: false, count: right.waiting.count)
    )
    for topic in used {
      let places = (
        left: left.waiting.indices.filter {
          left.waiting[$0].topic == topic && isIn(left.waiting[$0])
        },
        right: right.waiting.indices.filter {
          right.waiting[$0].topic == topic && isIn(right.waiting[$0])
        }
      )
      let isEnd = isWhole || topics.all[topic].first.isEmpty || topics.all[topic].second.isEmpty
      let alignment = DiffAlignment(
        places.left.map { left.waiting[$0] },
        places.right.map { right.waiting[$0] },
        isWhole: isEnd
      )
      let share = Share(
        topic: topic,
        places: places,
        pairs: alignment.pairs,
        isEnd: isEnd,
        mustGo: mustGo
      )
      compare(share, left, right, &gone, &log)
    }
    left.remove(gone.left)
    right.remove(gone.right)
  }

  /// The messages of a topic in what waits.
  private struct Share {
    let topic: Int
    /// Their places in what waits on each side.
    let places: (left: [Int], right: [Int])
    /// Those that belong together.
    let pairs: [DiffAlignment.Pair]
    /// Whether no more of them follow.
    let isEnd: Bool
    /// Whether some have to go, so that there is room.
    let mustGo: Bool
  }

  /// Compares the pairs of a topic, and counts what lies between them on one side alone.
  private func compare(
    _ share: Share,
    _ left: DiffSide,
    _ right: DiffSide,
    _ gone: inout (left: [Bool], right: [Bool]),
    _ log: inout DiffLog
  ) {
    let (topic, places) = (share.topic, share.places)
    let (isEnd, mustGo) = (share.isEnd, share.mustGo)
    var next = (left: 0, right: 0)
    func single(_ side: DiffSide, _ place: Int, isFirst: Bool) {
      log.addSingle(topic, DiffLog.Message(side.waiting[place]), isFirst: isFirst)
    }
    for pair in share.pairs {
      while next.left < pair.first {
        single(left, places.left[next.left], isFirst: true)
        gone.left[places.left[next.left]] = true
        next.left += 1
      }
      while next.right < pair.second {
        single(right, places.right[next.right], isFirst: false)
        gone.right[places.right[next.right]] = true
        next.right += 1
      }
      let (one, other) = (
        left.waiting[places.left[pair.first]], right.waiting[places.right[pair.second]]
      )
      one.data.withRawSpan { data in
        other.data.withRawSpan {
          log.compare(topic, DiffLog.Message(one), data, DiffLog.Message(other), $0)
        }
      }
      gone.left[places.left[pair.first]] = true
      gone.right[places.right[pair.second]] = true
      next = (pair.first + 1, pair.second + 1)
    }
    // What is behind the last pair may have its partner in what was not read: some of it waits.
    for place in places.left[next.left...] where isEnd || mustGo && place < left.waiting.count / 2 {
      single(left, place, isFirst: true)
      gone.left[place] = true
    }
    for place in places.right[next.right...]
    where isEnd || mustGo && place < right.waiting.count / 2 {
      single(right, place, isFirst: false)
      gone.right[place] = true
    }
  }

  /// Gives up the earliest message that waits, so that there is room for others.
  private func dropFirst(_ left: DiffSide, _ right: DiffSide, _ log: inout DiffLog) {
    let isFirst =
      (left.waiting.first?.logTime ?? .max) <= (right.waiting.first?.logTime ?? .max)
      && !left.waiting.isEmpty
    let side = isFirst ? left : right
    guard let entry = side.waiting.first else { return }
    log.addSingle(entry.topic, DiffLog.Message(entry), isFirst: isFirst)
    side.waiting.removeFirst()
  }

  // MARK: What is beside the messages

  private func compareMetadata(_ log: inout DiffLog) throws(EditingError) {
    let maps = (first.comparedMetadata, second.comparedMetadata)
    var all: [(String, String?, String?)] = []
    for entry in maps.0.entries { all.append((entry.key, entry.value, maps.1[entry.key])) }
    for entry in maps.1.entries where maps.0[entry.key] == nil {
      all.append((entry.key, nil, entry.value))
    }
    var others: [[(String, String)]] = []
    for (number, file) in [first, second].enumerated() {
      do throws(MCAPError) { others.append(try file.otherMetadata()) } catch {
        throw .source(number, .file(error))
      }
    }
    Self.join(others[0], others[1], into: &all)
    let compared = all.filter { !tolerance.ignores(metadata: $0.0) }
    log.add(
      metadata: compared.filter { $0.1 != $0.2 }.map {
        DiffReport.Pair(name: $0.0, first: $0.1, second: $0.2)
      },
      compared: compared.count
    )
  }

  private func compareAttachments(_ log: inout DiffLog) throws(EditingError) {
    guard !tolerance.ignored.contains("attachments") else { return }
    var lists: [[(String, String)]] = []
    for (number, file) in [first, second].enumerated() {
      do throws(MCAPError) { lists.append(try file.attachmentTexts()) } catch {
        throw .source(number, .file(error))
      }
    }
    var all: [(String, String?, String?)] = []
    Self.join(lists[0], lists[1], into: &all)
    log.add(
      attachments: all.filter { $0.1 != $0.2 }.map {
        DiffReport.Pair(name: $0.0, first: $0.1, second: $0.2)
      },
      compared: all.count
    )
  }

  /// Puts two lists of names with values side by side.
  private static func join(
    _ first: [(String, String)],
    _ second: [(String, String)],
    into all: inout [(String, String?, String?)]
  ) {
    let others = Dictionary(second) { first, _ in first }
    let own = Set(first.map(\.0))
    for (name, value) in first { all.append((name, value, others[name])) }
    for (name, value) in second where !own.contains(name) { all.append((name, nil, value)) }
  }

  // MARK: The step

  /// Finds the step that the first difference belongs to, by the trace of the recording that has the message.
  private func addStep(to report: inout DiffReport) throws(EditingError) {
    guard let found = report.first else { return }
    let side = found.numbers.first == nil ? 1 : 0
    let file = side == 0 ? first : second
    guard let number = found.numbers.first ?? found.numbers.second, file.hasTrace else { return }
    if found.topic == SessionTopic.trace.name {
      report.first?.step = number
      return
    }
    guard let source = channels.row(topic: found.topic)?.source else { return }
    var trace = TraceReader(file.source, scan: file.scan, first: file.firstStep)
    var (index, met) = (UInt64(0), UInt64(0))
    do throws(MCAPError) {
      while let step = try trace.next() {
        if step.event.source == source {
          if met == number {
            report.first?.step = index
            return
          }
          met += 1
        }
        index += 1
      }
    } catch { throw .source(side, .file(error)) }
  }
}

extension DiffLog.Message {
  /// A message that waits.
  init(_ entry: DiffSide.Entry) {
    self.init(
      number: entry.number,
      sequence: entry.sequence,
      logTime: entry.logTime,
      publishTime: entry.publishTime
    )
  }
}

extension DiffSide {
  /// The next message without its data.
  func message(_ view: MCAPMessageView) -> DiffLog.Message {
    DiffLog.Message(
      number: numbers[headTopic],
      sequence: view.sequence,
      logTime: view.logTime,
      publishTime: view.publishTime
    )
  }

  /// Lets go of messages that waited.
  func remove(_ gone: [Bool]) {
    var place = 0
    waiting.removeAll { _ in
      place += 1
      return gone[place - 1]
    }
  }
}
