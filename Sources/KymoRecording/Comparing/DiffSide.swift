import KymoCore
import KymoMCAP

/// One of two recordings that are compared: its messages by time, some of which wait.
final class DiffSide {
  /// A message that waits.
  struct Entry {
    let topic: Int
    /// Its number within its topic.
    let number: UInt64
    let sequence: UInt32
    let logTime: UInt64
    let publishTime: UInt64
    let data: [UInt8]
    /// The hash of its data, less numbers of its place.
    let hash: UInt64
  }

  private let topics: DiffTopics
  private let catalog: MCAPCatalog
  private var cursor: MCAPMessageCursor
  /// The places of topics by the ids of channels; -1 of what is not compared, -2 of what was not met.
  private var places: [Int] = []
  /// How many messages of each topic came before the next.
  private(set) var numbers: [UInt64]
  /// The next message that does not wait.
  private(set) var head: MCAPMessageView?
  /// The place of its topic.
  private(set) var headTopic = -1
  /// The messages that wait, in their order.
  var waiting: [Entry] = []

  /// Begins with the first message.
  init(
    _ file: SessionFile,
    _ topics: DiffTopics
  ) throws(MCAPError) {
    let reader = try MCAPIndexedReader(file.source)
    catalog = reader.catalog
    cursor = reader.messages(MCAPQuery(topics: topics.all.map(\.name)))
    self.topics = topics
    numbers = Array(repeating: 0, count: topics.all.count)
    try find()
  }

  /// Goes on to the next message that is compared.
  func advance() throws(MCAPError) {
    numbers[headTopic] += 1
    try find()
  }

  private func find() throws(MCAPError) {
    while true {
      head = try cursor.next()
      guard let message = head else { return }
      headTopic = place(of: message.channelID)
      if headTopic >= 0 { return }
    }
  }

  @inline(__always)
  private func place(of channel: UInt16) -> Int {
    let id = Int(channel)
    if id < places.count, places[id] != -2 { return places[id] }
    while places.count <= id { places.append(-2) }
    places[id] = catalog.channel(channel).flatMap { topics.place(of: $0.topic) } ?? -1
    return places[id]
  }

  /// Lends the data of the next message.
  @inline(__always)
  func withData<Result>(_ message: MCAPMessageView, _ body: (RawSpan) -> Result) -> Result {
    cursor.withData(of: message, body)
  }

  /// Lets messages wait, until there are so many, or so many bytes.
  ///
  /// - Returns: whether there are more behind them.
  func fill(_ count: Int, bytes: Int) throws(MCAPError) -> Bool {
    var total = waiting.reduce(0) { $0 + $1.data.count }
    while waiting.count < count, total < bytes, let message = head {
      var data: [UInt8] = []
      withData(message) { data.append(copying: $0) }
      total += data.count
      let hash = data.withRawSpan { Self.hash($0, topics.all[headTopic]) }
      waiting.append(
        Entry(
          topic: headTopic,
          number: numbers[headTopic],
          sequence: message.sequence,
          logTime: message.logTime,
          publishTime: message.publishTime,
          data: data,
          hash: hash
        )
      )
      try advance()
    }
    return head != nil
  }

  /// The hash of the data of a message, less numbers that change with its place.
  static func hash(_ data: RawSpan, _ topic: DiffTopics.Topic) -> UInt64 {
    if topic.isTrace, data.byteCount >= TraceStepLayout.current.bytes {
      // The index and the sequence lie behind each other.
      let layout = TraceStepLayout.current
      let head = UnsafeTraceHash.text(data.extracting(first: layout.index))
      let rest = data.extracting(layout.sequence + 4..<data.byteCount)
      return UnsafeTraceHash.chain(head, UnsafeTraceHash.text(rest))
    }
    if topic.isBridge {
      let start = (0..<min(data.byteCount, 40)).first {
        data.load(at: $0, as: UInt8.self) == UInt8(ascii: ",")
      }
      return UnsafeTraceHash.text(data.extracting((start ?? 0)..<data.byteCount))
    }
    return UnsafeTraceHash.text(data)
  }
}
