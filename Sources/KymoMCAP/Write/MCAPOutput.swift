import Synchronization

/// The place in the file at which a writer is, and the checksum of everything before it.
///
/// One thread at a time writes; ``position`` and ``check()`` are for any.
final class MCAPOutput {
  private let sink: any MCAPByteSink
  private let keepsChecksum: Bool
  private let written = Atomic<UInt64>(0)
  /// Messages of the channels that are not apart: in closed chunks, and in the copy of the open one.
  private let closedMessages = Atomic<UInt64>(0)
  private let copiedMessages = Atomic<UInt64>(0)
  /// The checksum of all bytes so far.
  private(set) var checksum = MCAPChecksum()
  /// Where the chunks lie.
  var chunkIndexes: [MCAPChunkIndex] = []
  /// The first error; nothing is written after it.
  private var failure: MCAPError?
  private let failed = Atomic(false)
  /// Copies of open chunks behind the end; nil if the sink has no place for them.
  private var tail: MCAPTail?

  init(_ sink: any MCAPByteSink, _ options: MCAPWriterOptions) {
    self.sink = sink
    keepsChecksum = options.dataChecksum
    guard options.chunked, options.flushNanoseconds > 0,
      let file = sink as? any MCAPPatchableSink, file.canPatch
    else { return }
    tail = MCAPTail(file, synchronizes: options.synchronizes)
  }

  /// Whether copies of open chunks can be kept behind the end.
  var canKeepTail: Bool { tail != nil }

  /// Whether there are such copies: what is written next has to be whole records, in one call.
  var hasTail: Bool { tail?.isThere == true }

  /// Bytes written so far.
  var position: UInt64 { written.load(ordering: .relaxed) }

  /// How many messages of the channels that are not apart are in the file, copies of open chunks included; any thread
  /// may ask, and once writing has failed it is final.
  var savedMessages: UInt64 {
    closedMessages.load(ordering: .relaxed) + copiedMessages.load(ordering: .relaxed)
  }

  /// Notes that a chunk with so many messages is in the file, which takes the place of its copy.
  func noteChunk(messages: Int) {
    closedMessages.wrappingAdd(UInt64(messages), ordering: .relaxed)
    copiedMessages.store(0, ordering: .relaxed)
  }

  /// Whether writing has failed.
  var hasFailed: Bool { failed.load(ordering: .acquiring) }

  /// Throws the error that stopped the output, if there was one.
  func check() throws(MCAPError) {
    // Acquire: the error was stored before, and never changes.
    if hasFailed, let failure { throw failure }
  }

  /// The error that stopped the output, if there was one; any thread may ask.
  var firstFailure: MCAPError? { hasFailed ? failure : nil }

  private func fail(_ error: MCAPError) {
    failure = error
    failed.store(true, ordering: .releasing)
  }

  /// Hands bytes to the sink; their checksum is computed unless it is `known`.
  ///
  /// `closing` is the chunk that they are, if they are one.
  func write(
    _ bytes: RawSpan,
    known: MCAPChecksum? = nil,
    closing: MCAPTail.Closing = .nothing
  ) throws(MCAPError) {
    try check()
    do throws(MCAPError) {
      if hasTail {
        try tail?.replace(with: bytes, closing: closing, at: position)
      } else {
        try sink.write(bytes)
      }
    } catch {
      fail(error)
      throw error
    }
    written.wrappingAdd(UInt64(bytes.byteCount), ordering: .relaxed)
    guard keepsChecksum else { return }
    if let known {
      checksum.append(known, length: bytes.byteCount)
    } else {
      checksum.update(bytes)
    }
  }

  /// Hands over the content of a buffer and empties it.
  func write(_ buffer: inout UnsafeMCAPBuffer, known: MCAPChecksum? = nil) throws(MCAPError) {
    try buffer.withBytes(0..<buffer.count) { bytes throws(MCAPError) in
      try write(bytes, known: known)
    }
    buffer.clear()
  }

  /// Puts copies of open chunks behind the end, in place of those before.
  ///
  /// - Parameters:
  ///   - parts: the copies.
  ///   - messages: how many messages are in them that are not apart.
  /// - Throws: the error that stopped the output, or `system` if the sink fails; what was there before then still is.
  func putTail(_ parts: [MCAPTail.Part], messages: Int) throws(MCAPError) {
    try check()
    do { try tail?.put(parts, at: position) } catch {
      fail(error)
      throw error
    }
    copiedMessages.store(UInt64(messages), ordering: .relaxed)
  }

  /// Waits for the disk.
  func synchronize() throws(MCAPError) {
    try check()
    do { try sink.synchronize() } catch {
      fail(error)
      throw error
    }
  }
}
