import KymoCore

/// Where a writer puts the events of one source.
struct ChannelSlot: BitwiseCopyable {
  /// The channel's id; 0 for a source without a channel.
  var id: UInt16 = 0
  var kind = EventKind.none
  /// Whether schema and channel are in the file.
  var isDescribed = false
  /// How many bytes of the payload are written.
  var bodyBytes = 0

  init() {}

  init(_ row: ChannelTable.Row) {
    id = row.id
    kind = row.channel.kind
    bodyBytes = row.channel.bodyBytes
  }
}
