/// Keeping what was found: definitions, and messages of channels that are known.
extension MCAPRecovery {
  /// Takes a schema or a channel; the first one that a checksum vouches for wins, then the first one.
  mutating func define(_ record: MCAPRecord, at offset: UInt64, isVouched: Bool) {
    do {
      if isVouched {
        try vouched.register(record, at: offset)
      } else {
        try hearsay.register(vouched.sharing(record), at: offset)
      }
    } catch { report.note(error.message) }
    if case .channel(let channel) = record { known.knows[Int(channel.id)] = true }
  }

  private func channel(_ id: UInt16) -> MCAPChannel? { vouched.channel(id) ?? hearsay.channel(id) }

  /// Keeps a message outside of chunks, or of the chunk at `offset`.
  ///
  /// It is `isVouched` if a checksum says that it is what was written; `suspect` is where it lies in its chunk
  /// if the checksum of that is wrong.
  mutating func keep(
    _ message: MCAPMessage,
    at offset: UInt64,
    isVouched: Bool = false,
    suspect: Range<UInt64>? = nil
  ) throws(MCAPError) {
    guard !gathers else { return }
    let id = message.channelID
    if let suspect {
      let owner = channel(id) ?? MCAPChannel(id: id, schemaID: 0, topic: "", messageEncoding: "")
      report.suspect(owner, chunk: offset, bytes: suspect)
      guard !isStrict else {
        report.messagesRefused += 1
        return
      }
    }
    if !registered[Int(id)] {
      if let channel = channel(id) {
        try register(channel)
      } else if isVouched {
        // The message is what was written: better without a name than not at all.
        let topic = "/recovered/channel-\(id)"
        try register(MCAPChannel(id: id, schemaID: 0, topic: topic, messageEncoding: ""))
        report.lose(0, at: offset, "channel \(id) is not known: its messages are on \(topic)")
      } else {
        report.messagesDropped += 1
        if report.messagesDropped == 1 {
          report.lose(0, at: offset, "message at byte \(offset): channel \(id) is not known")
        }
        return
      }
    }
    try writer.append(message)
    report.messagesKept += 1
    if suspect != nil { report.messagesSuspect += 1 }
  }

  mutating func register(_ found: MCAPChannel) throws(MCAPError) {
    guard !registered[Int(found.id)] else { return }
    var channel = found
    if channel.schemaID != 0 {
      let id = channel.schemaID
      if let schema = vouched.schema(id) ?? hearsay.schema(id) {
        try writer.register(schema)
      } else {
        channel.schemaID = 0
        report.note("channel \(channel.id): its schema \(id) is not known")
      }
    }
    try writer.register(channel)
    registered[Int(channel.id)] = true
  }
}
