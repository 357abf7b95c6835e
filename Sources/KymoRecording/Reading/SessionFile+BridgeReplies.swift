package import KymoCore
package import KymoMCAP

extension SessionFile {
  /// Reads all recorded replies, in the order of the file.
  ///
  /// - Parameter body: gets the time in ns, what the reply answers, and its text.
  /// - Returns: how many messages of the channel are no replies.
  /// - Throws: what is wrong with the file, and where.
  /// - Complexity: O(file).
  package func forEachReply(
    _ body: (UInt64, ReplyCause, RawSpan) -> Void
  ) throws(MCAPError) -> UInt64 {
    var decoder = MCAPChunkDecoder(catalog: scan.catalog)
    var json = BridgeJSONReader()
    var unreadable: UInt64 = 0
    for segment in scan.segments {
      try decoder.load(segment, from: source)
      while let message = try decoder.nextMessage() {
        guard
          decoder.catalog.channel(message.channelID)?.topic == SessionTopic.reply.name
        else { continue }
        let time = message.logTime
        var text: [UInt8]?
        let problem = decoder.withData(of: message) { data in
          json.read(data) { found, _ in
            var copy: [UInt8] = []
            copy.append(copying: found)
            text = copy
          }
        }
        guard problem == nil, let text else {
          unreadable += 1
          continue
        }
        let cause = json.number.map { ReplyCause.request(json.source ?? .bridge, $0) }
        text.withRawSpan(0..<text.count) { body(time, cause ?? .unsolicited, $0) }
      }
    }
    return unreadable
  }
}
