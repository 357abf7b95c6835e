public import CStoragePeers

/// What recordings are measured against: the system's calls, the compressors alone, SQLite.
///
/// SAFETY: every pointer comes from an array with its length, and lives for the call; a block lies within the bytes,
/// which is checked before.
public enum StoragePeers {
  /// Where a block lies in bytes or in a file.
  public typealias Block = peer_block

  /// A block of `size` bytes from `offset` on.
  public static func block(at offset: Int, size: Int) -> Block {
    Block(offset: UInt64(offset), size: UInt64(size))
  }

  /// Lets the calling thread, and those that it starts, use so many cores.
  public static func useCores(_ count: Int) {
    precondition(peers_use_cores(Int32(count)) == 0, "the cores cannot be chosen")
  }

  /// The seconds that write(2) takes for so many bytes in blocks of 1 MiB.
  public static func write(to path: String, bytes: Int) -> Double {
    let seconds = unsafe peers_write(path, UInt64(bytes), 1 << 20)
    precondition(seconds >= 0, "\(path) cannot be written")
    return seconds
  }

  /// The seconds that zstd takes to compress blocks, and the bytes that come out; level 0 is that of samples.
  public static func zstd(
    _ bytes: [UInt8],
    _ blocks: [Block],
    level: Int
  ) -> (seconds: Double, bytes: Int) {
    check(blocks, in: bytes.count)
    var size: UInt64 = 0
    let seconds = unsafe peers_zstd(bytes, blocks, UInt64(blocks.count), Int32(level), &size)
    return (seconds, Int(size))
  }

  /// The same of LZ4.
  public static func lz4(_ bytes: [UInt8], _ blocks: [Block]) -> (seconds: Double, bytes: Int) {
    check(blocks, in: bytes.count)
    var size: UInt64 = 0
    let seconds = unsafe peers_lz4(bytes, blocks, UInt64(blocks.count), &size)
    return (seconds, Int(size))
  }

  private static func check(_ blocks: [Block], in count: Int) {
    precondition(blocks.allSatisfy { $0.offset + $0.size <= UInt64(count) }, "a block lies outside")
  }

  /// The seconds that it takes to read blocks of a file, decompress them and compute their checksums.
  public static func inflate(_ path: String, _ blocks: [Block], largest: Int, sum: UInt64) -> Double
  {
    var found: UInt64 = 0
    let seconds = unsafe peers_inflate(
      path,
      blocks,
      UInt64(blocks.count),
      UInt64(largest),
      &found
    )
    precondition(seconds >= 0 && found == sum, "\(path) was not read as it was written")
    return seconds
  }

  /// The seconds that it takes to read and check the summary of an MCAP file.
  public static func summary(_ path: String, chunks: Int) -> Double {
    var found: UInt64 = 0
    let seconds = unsafe peers_summary(path, &found)
    precondition(seconds >= 0 && found == UInt64(chunks), "\(path) has \(found) chunks")
    return seconds
  }

  /// The seconds that SQLite takes to record messages of 28 bytes, 1,000 in a transaction.
  public static func sqlite(to path: String, _ messages: [UInt8], _ times: [Int64]) -> Double {
    precondition(messages.count == 28 * times.count)
    var rows: UInt64 = 0
    let seconds = unsafe peers_sqlite(path, messages, times, UInt64(times.count), 1000, &rows)
    precondition(seconds >= 0 && rows == UInt64(times.count), "the database has \(rows) messages")
    return seconds
  }
}
