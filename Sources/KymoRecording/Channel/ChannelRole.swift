import KymoCore

/// The use that a reader makes of the messages of one channel of a file.
struct ChannelRole {
  /// How a message becomes an event.
  enum Form: UInt8 {
    /// No message was met so far.
    case unseen
    /// Not at all, and nobody misses it: what a run came to.
    case ignored
    /// Not at all, for want of a row; it is counted.
    case leftOut
    /// Three words of a CDR body.
    case threeWords
    /// Six words of a CDR body.
    case sixWords
    /// A CDR body of another size.
    case bytes
    /// The message travels beside the event.
    case reference
  }

  var form: Form
  var source = SourceID.device
  var kind = EventKind.none
  var command = CommandID.unknown
  /// Whether the messages must be CDR.
  var isCDR = false
  /// Whether no handler gets the events, so that they are counted.
  var isUnheard = false
  /// Whether the app lists the channel.
  var isListed = false
  /// How many bytes a message has at least, the header of CDR included.
  var leastBytes = 0
  /// How many bytes a message that travels beside the event has at most.
  var mostBytes = 0
  /// How many messages were met, if no handler gets them.
  var count: UInt64 = 0
  /// How many of them could be no events of the channel, and were left out.
  var unreadable: UInt64 = 0

  /// The fate of the messages that no handler gets.
  var useUnheard: ChannelUse {
    if form == .leftOut { return .leftOut }
    return isListed ? .unhandled : .passed
  }

  static let unseen = ChannelRole(.unseen)
  static let ignored = ChannelRole(.ignored)
  static let leftOut = ChannelRole(.leftOut)

  private init(_ form: Form) {
    self.form = form
    isUnheard = form == .leftOut
  }

  /// The role of a channel that is a row of the table.
  init(_ row: ChannelTable.Row, _ command: CommandID) {
    let channel = row.channel
    if channel.kind.isReference {
      form = .reference
    } else {
      switch channel.bodyBytes {
      case 24: form = .threeWords
      case 48: form = .sixWords
      default: form = .bytes
      }
    }
    source = row.source
    kind = channel.kind
    self.command = command
    isCDR = channel.messageEncoding == "cdr"
    isListed = row.isListed
    // A request names its command itself.
    isUnheard = !row.isListed || channel.command != nil && command == .unknown
    leastBytes = channel.leastBytes
    mostBytes = channel.maximumBytes
  }
}
