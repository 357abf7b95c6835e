import KymoMCAP

/// Where the messages of a session go: ``SessionEncoder`` says in which order.
///
/// The results of a run go apart from its inputs: in a file into chunks of their own.
protocol SessionOutput: ~Copyable {
  /// Bytes put out so far, for messages of errors.
  var bytesWritten: UInt64 { get }

  mutating func register(_ schema: MCAPSchema, apart: Bool) throws(MCAPError)
  mutating func register(_ channel: MCAPChannel, apart: Bool) throws(MCAPError)
  mutating func append(_ metadata: MCAPMetadata) throws(MCAPError)

  mutating func appendMessage(
    channel: UInt16,
    sequence: UInt32,
    logTime: UInt64,
    publishTime: UInt64,
    apart: Bool,
    dataLength: Int,
    fill: (inout OutputRawSpan) -> Void
  ) throws(MCAPError)

  mutating func appendMessage(
    channel: UInt16,
    sequence: UInt32,
    logTime: UInt64,
    publishTime: UInt64,
    apart: Bool,
    data: RawSpan
  ) throws(MCAPError)

  /// Ends the open chunks.
  mutating func closeChunks() throws(MCAPError)

  /// Ends the open chunks, unless they hold fewer bytes of records together.
  mutating func closeChunks(holding leastBytes: Int) throws(MCAPError)
}

extension MCAPWriter: SessionOutput {}
