/// Where the fields of a message of `/trace` lie: bytes from its begin, in little-endian plain CDR.
///
/// ``UnsafeSessionCDR`` writes them in this order, and ``TraceReader`` reads them from these places.
enum TraceStepLayout {
  /// The index of the outcome, 8 bytes; before it is the encapsulation.
  static let index = 4
  /// The digest after the step, 8 bytes.
  static let digest = 12
  /// The sequence of the event, 4 bytes.
  static let sequence = 20
  /// The command, 2 bytes.
  static let command = 24
  /// The source, a byte.
  static let source = 26
  /// How the event ended, a byte.
  static let status = 27
  /// In which stage, a byte.
  static let stage = 28
  /// In which handler, a byte.
  static let handler = 29
  /// The code of an error, 2 bytes.
  static let errorCode = 30
  /// The kind of the reply, a byte and three of padding.
  static let replyKind = 32
  /// How many bytes the reply has, 4 bytes.
  static let replyLength = 36
  /// The words of the reply, 8 bytes each.
  static let reply = 40

  /// Bytes of a step without its reply.
  static let bytes = reply
}
