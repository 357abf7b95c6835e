import KymoMCAP
import KymoRecording
import KymoText

/// What a replay does with the messages of a channel.
enum ChannelUse: Equatable {
  /// The app's handlers get them.
  case input
  /// The app does not listen to them: they are recorded again and counted.
  case passed
  /// What a run came to, or what is derived for other readers.
  case output
  /// Nothing: nobody knows them.
  case leftOut

  /// What the table of an app makes of a channel of a file.
  init(_ channel: MCAPChannel, schema: String, in table: ChannelTable) {
    guard let row = table.row(topic: channel.topic) else {
      self = SessionTopic.has(topic: channel.topic, schema: schema) ? .output : .leftOut
      return
    }
    guard !row.isListed else {
      self = .input
      return
    }
    let isKnown =
      row.channel.schemaName == schema
      && row.channel.messageEncoding == channel.messageEncoding
    self = isKnown ? .passed : .leftOut
  }

  /// The name in JSON.
  var name: String {
    switch self {
    case .input: "input"
    case .passed: "passed"
    case .output: "output"
    case .leftOut: "left out"
    }
  }

  /// What is to be said of messages that no handler gets; nil if there is nothing to say.
  func note(_ topic: String, _ schema: String, _ count: UInt64) -> String? {
    let messages = count == 1 ? "1 message" : "\(count) messages"
    let of = schema.isEmpty ? "no schema" : schema
    switch self {
    case .input, .output: return nil
    case .passed where topic == InputChannel.dialog.topic:
      return "not dispatched: \(topic), \(messages); a replay has no page that asks".printable
    case .passed:
      return "not dispatched: \(topic) (\(of)), \(messages); the app does not list it".printable
    case .leftOut: return "not replayed: \(topic) (\(of)), \(messages)".printable
    }
  }
}

extension UnheardChannel {
  /// Why no handler got its messages.
  var use: ChannelUse { isPassed ? .passed : .leftOut }

  /// What is to be said of it.
  var note: String {
    let note = use.note(topic, schemaName, count) ?? ""
    guard unreadable > 0 else { return note }
    return note + "; \(unreadable) left out, unreadable"
  }
}
