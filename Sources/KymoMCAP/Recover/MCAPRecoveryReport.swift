/// The kept and the lost parts of a recovery.
public struct MCAPRecoveryReport: Sendable, Equatable {
  /// Messages in the new file.
  public internal(set) var messagesKept: UInt64 = 0
  /// Messages in the new file that come from a chunk whose checksum is wrong.
  public internal(set) var messagesSuspect: UInt64 = 0
  /// Messages of such chunks that were left out because that was asked for.
  public internal(set) var messagesRefused: UInt64 = 0
  /// Where the suspect messages were, by chunk and channel, kept or refused; at most a thousand entries.
  public internal(set) var suspects: [MCAPSuspectMessages] = []
  /// Messages whose channel is not known anywhere in the file, and for which no checksum vouches.
  public internal(set) var messagesDropped: UInt64 = 0
  /// Chunks of which every message was kept and whose checksum matches.
  public internal(set) var chunksKept = 0
  /// Chunks that are whole by their lengths although the checksum differs.
  public internal(set) var chunksSuspect = 0
  /// Chunks that are cut or damaged; their whole messages were kept.
  public internal(set) var chunksLost = 0
  /// Attachments in the new file.
  public internal(set) var attachmentsKept = 0
  /// Metadata records in the new file.
  public internal(set) var metadataKept = 0
  /// Whether everything up to the end of the data section has the checksum that is given there.
  ///
  /// Where it differs and no chunk or attachment is damaged, the header, metadata or an index is not what was
  /// written. Absent also if the file has no such end.
  public internal(set) var dataChecksum = MCAPCheckReport.Checksum.absent
  /// Attachments and metadata records that the end of the file cuts; what is there of them was kept.
  public internal(set) var cutRecordsKept = 0
  /// Bytes that made no sense: of the file, or of a damaged chunk uncompressed.
  public internal(set) var bytesLost: UInt64 = 0
  /// The first byte of the file from which something is missing.
  public internal(set) var firstLostByte: UInt64?
  /// How many messages the statistics of the old file count; nil without any under a checksum.
  public internal(set) var messagesCounted: UInt64?
  /// Whether it was stopped before the end of the file; what is counted is then what there was up to that place.
  public internal(set) var wasStopped = false
  /// Whether the file ends with a footer and the magic bytes.
  public internal(set) var endedWell = false
  /// The events of the recovery, one line each; at most a hundred.
  public internal(set) var notes: [String] = []

  /// Messages that the statistics of the old file count, and that are nowhere in it.
  public var messagesMissing: UInt64 {
    let found = messagesKept + messagesDropped + messagesRefused
    return wasStopped ? 0 : (messagesCounted ?? 0) - min(messagesCounted ?? 0, found)
  }

  /// Whether the new file has everything that the old one had.
  public var isLossless: Bool {
    !wasStopped && messagesDropped == 0 && messagesMissing == 0 && chunksSuspect == 0
      && chunksLost == 0 && bytesLost == 0 && firstLostByte == nil && dataChecksum != .differs
  }

  private static let notesMaximum = 100
  private static let suspectsMaximum = 1000

  mutating func note(_ text: String) {
    if notes.count < Self.notesMaximum { notes.append(text) }
  }

  /// Enters a message into the list of those that nothing vouches for.
  mutating func suspect(_ channel: MCAPChannel, chunk: UInt64, bytes: Range<UInt64>) {
    var place = suspects.count
    while place > 0, suspects[place - 1].chunkOffset == chunk {
      place -= 1
      guard suspects[place].channelID == channel.id else { continue }
      suspects[place].count += 1
      suspects[place].bytes = suspects[place].bytes.lowerBound..<bytes.upperBound
      return
    }
    guard suspects.count < Self.suspectsMaximum else { return }
    suspects.append(
      MCAPSuspectMessages(
        chunkOffset: chunk,
        channelID: channel.id,
        topic: channel.topic,
        count: 1,
        bytes: bytes
      )
    )
  }

  mutating func lose(_ bytes: UInt64, at offset: UInt64, _ text: String) {
    bytesLost += bytes
    firstLostByte = min(firstLostByte ?? offset, offset)
    note(text)
  }
}
