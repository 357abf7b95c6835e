/// A message index where it lies, in the memory of a reader: it has an entry of 16 bytes for each message.
struct MCAPMessageIndexView {
  /// The channel.
  let channelID: UInt16
  /// How many entries there are.
  let count: Int
  /// The byte of the reader's memory at which they start.
  private let start: Int

  /// Bytes of the channel and the length before the entries.
  static let headBytes = 6
  /// Bytes of an entry.
  static let entryBytes = 16

  /// Takes the content of a record; nil if it is torn, which ``MCAPMessageIndex`` puts into words.
  init?(_ buffer: borrowing UnsafeMCAPBuffer, _ content: Range<Int>) {
    guard content.count >= Self.headBytes else { return nil }
    channelID = buffer.load(at: content.lowerBound)
    let bytes = Int(buffer.load(at: content.lowerBound + 2, as: UInt32.self))
    guard bytes <= content.count - Self.headBytes, bytes % Self.entryBytes == 0 else { return nil }
    start = content.lowerBound + Self.headBytes
    count = bytes / Self.entryBytes
  }

  /// The entry of a number below ``count``: a time in ns, and a byte among the records of the chunk.
  @inline(__always)
  func entry(_ number: Int, in buffer: borrowing UnsafeMCAPBuffer) -> MCAPMessageIndex.Entry {
    let place = start + Self.entryBytes * number
    return MCAPMessageIndex.Entry(
      logTime: buffer.load(at: place),
      offset: buffer.load(at: place + 8)
    )
  }
}
