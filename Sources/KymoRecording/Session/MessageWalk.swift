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
  /// Whether a channel is an output, by its id; nil before its first message.
  private var roles: [Bool?] = Array(repeating: nil, count: 16)
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
      guard isOutput(message.channelID) == wantsOutputs else {
        if segments[nextSegment].holdsOutputs(in: decoder.catalog) != nil { strays += 1 }
        continue
      }
      current = message
      return message
    }
  }

  /// Goes on behind the next message.
  mutating func take() { current = nil }

  /// The topic of a message's channel; empty if it is not described.
  func topic(of message: MCAPMessageView) -> String {
    decoder.catalog.channel(message.channelID)?.topic ?? ""
  }

  /// Where the segment of the next message lies in the file.
  var offset: UInt64 { nextSegment < segments.count ? segments[nextSegment].offset : 0 }

  private mutating func isOutput(_ channel: UInt16) -> Bool {
    let id = Int(channel)
    if id < roles.count, let known = roles[id] { return known }
    while roles.count <= id { roles.append(nil) }
    let found = decoder.catalog.isOutput(channel)
    roles[id] = found
    return found
  }
}

extension MCAPCatalog {
  /// Whether a channel holds what a run came to, or is derived, and is no input.
  func isOutput(_ channel: UInt16) -> Bool {
    guard let channel = self.channel(channel) else { return false }
    return SessionTopic.has(topic: channel.topic, schema: schema(channel.schemaID)?.name ?? "")
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
    let isOutput = catalog.isOutput(first)
    return indexedChannels.allSatisfy { catalog.isOutput($0) == isOutput } ? isOutput : nil
  }
}
