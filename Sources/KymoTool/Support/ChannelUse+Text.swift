import KymoRecording
import KymoText

extension ChannelUse {
  /// Returns the remark on messages that no handler gets; nil if there is nothing to say.
  func note(_ topic: String, _ schema: String, _ count: UInt64) -> String? {
    let messages = count == 1 ? "1 message" : "\(count) messages"
    let of = schema.isEmpty ? "no schema" : schema
    switch self {
    case .input, .output: return nil
    case .unhandled:
      return
        "no handler: \(topic) (\(of)), \(messages); the app lists it, and has no handler for it"
        .printable
    case .passed where topic == InputChannel.dialog.topic:
      return "not dispatched: \(topic), \(messages); a replay has no page that asks".printable
    case .passed where topic == InputChannel.pageInput.topic:
      return "not dispatched: \(topic), \(messages); a replay has no page to feel it".printable
    case .passed:
      return "not dispatched: \(topic) (\(of)), \(messages); the app does not list it".printable
    case .leftOut: return "not replayed: \(topic) (\(of)), \(messages)".printable
    }
  }
}

extension UnheardChannel {
  /// The remark on it.
  var note: String {
    let note = use.note(topic, schemaName, count) ?? ""
    guard unreadable > 0 else { return note }
    return note + "; \(unreadable) left out, unreadable"
  }
}
