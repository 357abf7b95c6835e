import KymoMCAP

/// The messages of a recording on one side, inputs or outputs, in the order of the file.
struct MessageWalk: ~Copyable {
  private let file: any MCAPByteSource
  private(set) var decoder: MCAPChunkDecoder
  private let segments: [MCAPSegment]
  private let wantsOutputs: Bool
  private var nextSegment = 0
  private var isLoaded = false
  private var current: MCAPMessageView?
  /// The topic of a channel as an output, by its id: nil in it if it is none, and nil before its
  /// first message.
  private var topics: [SessionTopic??] = Array(repeating: .none, count: 16)
  /// How many messages lie in a chunk whose message indexes do not name their side.
  private(set) var strays: UInt64 = 0

  /// Prepares to walk over what a scan has found.
  init(_ file: any MCAPByteSource, scan: MCAPScan, outputs: Bool) {
    self.file = file
    decoder = MCAPChunkDecoder(catalog: scan.catalog)
    wantsOutputs = outputs
    segments = scan.segments.filter { $0.holdsOutputs(in: scan.catalog) != !outputs }
  }

  /// The next message, which stays the next one until ``take()``; nil after the last.
  mutating func peek() throws(MCAPError) -> MCAPMessageView? {
    if let current { return current }
    while true {
      if !isLoaded {
        if nextSegment == segments.count { return nil }
        try decoder.load(segments[nextSegment], from: file)
        isLoaded = true
      }
      guard let message = try decoder.nextMessage() else {
        isLoaded = false
        nextSegment += 1
        continue
      }
      guard (learn(message.channelID) != nil) == wantsOutputs else {
        if segments[nextSegment].holdsOutputs(in: decoder.catalog) != nil { strays += 1 }
        continue
      }
      current = message
      return message
    }
  }

  /// Goes on behind the next message.
  mutating func take() { current = nil }

  /// Returns the topic of the next message as an output; nil if it is none.
  func topic(of message: MCAPMessageView) -> SessionTopic? {
    topics[Int(message.channelID)] ?? nil
  }

  /// Where the segment of the next message lies in the file.
  var offset: UInt64 { nextSegment < segments.count ? segments[nextSegment].offset : 0 }

  /// Looks a channel up once: its name is not compared for every message.
  private mutating func learn(_ channel: UInt16) -> SessionTopic? {
    let id = Int(channel)
    if id < topics.count, let known = topics[id] { return known }
    while topics.count <= id { topics.append(.none) }
    let found = decoder.catalog.output(channel)
    topics[id] = .some(found)
    return found
  }
}

extension MCAPCatalog {
  /// Returns the topic of a channel of a run's results, or of what is derived; nil for an input.
  func output(_ channel: UInt16) -> SessionTopic? {
    guard let channel = self.channel(channel) else { return nil }
    let schema = schema(channel.schemaID)?.name ?? ""
    guard SessionTopic.has(topic: channel.topic, schema: schema) else { return nil }
    return SessionTopic(name: channel.topic)
  }
}

extension MCAPSegment {
  /// Whether all messages are outputs, or none is; nil if both may be there.
  ///
  /// That is what the message indexes behind the chunk say; without any nothing is known.
  func holdsOutputs(in catalog: MCAPCatalog) -> Bool? {
    guard let first = indexedChannels.first, indexedChannels.count <= Int(UInt16.max),
      indexedChannels.allSatisfy({ catalog.channel($0) != nil })
    else { return nil }
    let isOutput = catalog.output(first) != nil
    return indexedChannels.allSatisfy { (catalog.output($0) != nil) == isOutput } ? isOutput : nil
  }
}
