/// Where the fields of a message of `/trace` lie: bytes from its begin, in little-endian plain CDR.
///
/// ``UnsafeSessionCDR`` writes them in the order of ``current``, and ``TraceReader`` reads them from these places.
struct TraceStepLayout: Sendable {
  /// The index of the outcome, 8 bytes; before it is the encapsulation.
  var index: Int { 4 }
  /// The digest after the step, 8 bytes; nil where steps have none.
  let digest: Int?
  /// The sequence of the event, 4 bytes.
  let sequence: Int
  /// Whether the reply repeats the input, a byte; nil where it is always written.
  let repeatsInput: Int?

  /// The command, 2 bytes.
  var command: Int { sequence + 4 }
  /// The source, a byte.
  var source: Int { sequence + 6 }
  /// How the event ended, a byte.
  var status: Int { sequence + 7 }
  /// In which stage, a byte.
  var stage: Int { sequence + 8 }
  /// In which handler, a byte.
  var handler: Int { sequence + 9 }
  /// The code of an error, 2 bytes.
  var errorCode: Int { sequence + 10 }
  /// The kind of the reply, a byte, and three that are padding or said above.
  var replyKind: Int { sequence + 12 }
  /// How many bytes the reply has, 4 bytes.
  var replyLength: Int { sequence + 16 }
  /// The words of the reply, 8 bytes each.
  var reply: Int { sequence + 20 }
  /// Bytes of a step without its reply.
  var bytes: Int { reply }

  private init(digest: Int?, sequence: Int, repeatsInput: Int?) {
    self.digest = digest
    self.sequence = sequence
    self.repeatsInput = repeatsInput
  }

  /// That of a channel with a schema of this name.
  init(schema: String) {
    self = schema == SessionTopic.formerStepSchema ? .former : .current
  }

  /// That of recordings of version 1.
  static let former = TraceStepLayout(digest: 12, sequence: 20, repeatsInput: nil)
  /// That of what is written today.
  static let current = TraceStepLayout(digest: nil, sequence: 12, repeatsInput: 25)
}
