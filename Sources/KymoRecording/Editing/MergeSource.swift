import KymoMCAP

/// A recording on its way into a merge: its messages in the order of time, moved by an offset.
final class MergeSource {
  /// Its number.
  let number: Int
  /// The number of the first recording that comes from the same file.
  let family: Int
  /// By how much its messages are moved, in ns, modulo 2⁶⁴.
  let offset: UInt64
  private let file: SessionFile
  private let catalog: MCAPCatalog
  private var cursor: MCAPMessageCursor
  /// The message that is next, as the recording has it.
  private(set) var head: MCAPMessageView?
  /// The ids in the new recording by those in this one; nil for those that were not met.
  var ids: [UInt16?] = []
  /// The channels of which fixes for map viewers are made, by their ids in the recording.
  var fixes: [Bool] = []

  /// Begins with the first message.
  ///
  /// - Parameters:
  ///   - number: its number.
  ///   - family: that of the first recording that comes from the same file.
  ///   - file: the recording.
  ///   - offset: by how much its messages are moved, in ns.
  /// - Throws: what is wrong with the file.
  init(
    number: Int,
    family: Int,
    _ file: SessionFile,
    offset: Int64
  ) throws(MCAPError) {
    self.number = number
    self.family = family
    self.file = file
    self.offset = UInt64(bitPattern: offset)
    let reader = try MCAPIndexedReader(file.source, limits: Self.limits)
    catalog = reader.catalog
    cursor = reader.messages(MCAPQuery(topics: file.editableTopics))
    head = try cursor.next()
  }

  /// Few chunks are open at a time, since there are several recordings.
  private static var limits: MCAPLimits {
    var limits = MCAPLimits()
    limits.openChunks = 4
    return limits
  }

  /// The time of the next message in the new recording, in ns; the last of all if there is none.
  var time: UInt64 { head.map { $0.logTime &+ offset } ?? .max }

  /// Goes on behind the next message.
  func advance() throws(MCAPError) { head = try cursor.next() }

  /// Lends the data of the next message.
  @inline(__always)
  func withData<Result>(
    of message: MCAPMessageView,
    _ body: (RawSpan) throws(MCAPError) -> Result
  ) throws(MCAPError) -> Result {
    try cursor.withData(of: message, body)
  }

  /// The definition of a channel.
  func channel(_ id: UInt16) -> (MCAPChannel, MCAPSchema?)? {
    catalog.channel(id).map { ($0, catalog.schema($0.schemaID)) }
  }
}
