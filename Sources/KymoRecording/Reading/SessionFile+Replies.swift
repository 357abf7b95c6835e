import KymoCore
import KymoMCAP

extension SessionFile {
  /// The text of the reply that a step of the trace brought; nil if it brought none, or if the file does not
  /// have it.
  ///
  /// - Complexity: O(file): for the one step at which a replay differs.
  public func replyText(ofStep index: UInt64) -> String? {
    var decoder = MCAPChunkDecoder(catalog: scan.catalog)
    var json = BridgeJSONReader()
    var found: String?
    do throws(MCAPError) {
      for segment in scan.segments {
        try decoder.load(segment, from: source)
        while let message = try decoder.nextMessage() {
          guard message.sequence == UInt32(truncatingIfNeeded: index),
            decoder.catalog.channel(message.channelID)?.topic == SessionTopic.reply.name
          else { continue }
          let problem = decoder.withData(of: message) { data in
            json.read(data) { text, _ in found = text.text }
          }
          if problem == nil, let found { return found }
        }
      }
    } catch { return nil }
    return found
  }
}
